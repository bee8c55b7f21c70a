/** Checks the contract of every game with views of real matches. */

import { describe, expect, test } from "vitest";
import { optionsOf } from "./home/variants";
import { CARDS } from "./shared/cards";
import { gameKey } from "./shared/games";
import { fitting, theMove } from "./table/choosing";
import { PAINTS } from "./table/facades";
import { type Game, type Piece, PLAIN, type Shapes } from "./table/game";
import { loadGame } from "./table/games";
import { played, type Views } from "./testing/views";

const NAMES = [...CARDS.keys()];
const GAMES = new Map(await Promise.all(NAMES.map(async (name) => [name, await loadGame(name)] as const)));

const VIEWS = import.meta.glob<Views>("./games/*/views.gen.ts", { eager: true, import: "views" });

/** A sentence without missing translations or parameters. */
function expectToSpeak(text: string): void {
  expect(text).not.toBe("");
  expect(text).not.toMatch(/undefined|NaN|null|[{}]|\[object/);
}

const expectDistinct = (keys: readonly string[]) => expect(new Set(keys).size).toBe(keys.length);

function expectToStand(pieces: readonly Piece[], shapes: Shapes): void {
  for (const { shape, at, seat } of pieces) {
    expect(shapes).toHaveProperty([shape]);
    expect(at.every(Number.isFinite)).toBe(true);
    expect(seat).toBeGreaterThanOrEqual(0);
    expect(seat).toBeLessThanOrEqual(PLAIN);
  }
}

describe.each(NAMES)("%s", (name) => {
  const game = GAMES.get(name) as Game;
  const { info, words, moments, end } = played(VIEWS[`./games/${name}/views.gen.ts`] as Views);
  const views = moments.map(({ view }) => view);
  const shapes = game.shapes(end);

  test("is what the server describes", () => {
    expect(info.name).toBe(name);
    expectToSpeak(words.say(gameKey(name, "about")));
    const options = optionsOf(info.variants);
    for (const option of options) expectToSpeak(words.say(gameKey(name, `options.${option}`)));
    if (options.length === 0 && info.variants.length > 1)
      for (const variant of info.variants) expectToSpeak(words.say(gameKey(name, `variants.${variant}`)));
  });

  test("has seats that can be told apart", () => {
    expectDistinct(words.seats.map(({ letter }) => letter));
    expectDistinct(words.seats.map(({ colour }) => colour));
    for (const { colour } of words.seats) expect(PAINTS).toHaveProperty(colour);
  });

  test.each(views)("chooses every move by its keys, and no two alike ($moves.length moves)", ({ moves }) => {
    for (const move of moves) {
      expect(fitting(moves, game.choices(move), game.choices)).toEqual([move]);
      expect(theMove(moves, game.choices(move), game.choices)).toBe(move);
    }
  });

  test.each(views)("lays out places and pieces ($moves.length moves)", (view) => {
    for (const wide of [false, true]) {
      const pieces = game.pieces(view, words, wide);
      expectToStand(pieces, shapes);
      expectDistinct(pieces.map(({ key }) => key));
      for (const move of view.moves) expectToStand(game.ghost(move, view, wide), shapes);
    }
    const places = game.places(view, words);
    expectDistinct(places.map(({ key }) => key));
    expectDistinct(places.map(({ label }) => label));
    for (const { at, size, label } of places) {
      expect([...at, ...size].every(Number.isFinite)).toBe(true);
      expectToSpeak(label);
    }
  });

  test.each(views)("says what can be done and what is there ($moves.length moves)", (view) => {
    for (const move of view.moves) {
      expectToSpeak(game.describe(move, view, words));
      for (const { text } of game.knownConsequences?.(move, view, words) ?? []) expectToSpeak(text);
    }
    if (view.player !== null) {
      expectToSpeak(game.prompt(view, words));
      expectToSpeak(game.status(view, words));
    }
    for (const line of game.text(view, words).filter(Boolean)) expectToSpeak(line);
    const things = game.things(view, words, []);
    expectDistinct(things.map(({ key }) => key));
    for (const { label } of things) expectToSpeak(label);
  });

  test.each(moments.filter(({ tried }) => tried))(
    "says what a move would change: $tried.move.text",
    ({ view, tried }) => {
      if (tried) for (const { text } of game.consequences(view, tried.trial, words)) expectToSpeak(text);
    },
  );

  test("tells nothing to whoever looks on that needs a seat", () => {
    for (const view of views) {
      const watched = { ...view, seat: null, moves: [] };
      for (const line of game.text(watched, words).filter(Boolean)) expectToSpeak(line);
      expect(game.things(watched, words, []).every(({ free }) => !free)).toBe(true);
    }
  });

  test("counts up to the score, step by step", () => {
    const steps = game.end(end, words);
    for (const step of steps) expectToSpeak(`${step.source}: ${step.text}`);
    const totals = end.scores?.map((_, seat) =>
      steps.filter((step) => step.seat === seat).reduce((sum, { points }) => sum + points, 0),
    );
    expect(totals).toEqual(end.scores);
    const places = new Set(game.places(end, words).map(({ key }) => key));
    expect(steps.flatMap((step) => step.places ?? []).filter((place) => !places.has(place))).toEqual([]);
    for (const step of steps) expectToStand(step.pieces ?? [], shapes);
  });
});
