/** Synthesized sounds, off unless the person turns them on. */

import { useSettings } from "./settings";

type Note = readonly [frequency: number, begin: number, length: number];

const SOUNDS = {
  /** A block is set down. */
  place: [
    [190, 0, 0.09],
    [120, 0.02, 0.14],
  ],
  /** It is your turn. */
  turn: [
    [523, 0, 0.14],
    [784, 0.12, 0.22],
  ],
  /** The game is over. */
  end: [
    [392, 0, 0.2],
    [523, 0.16, 0.2],
    [659, 0.32, 0.4],
  ],
} satisfies Record<string, readonly Note[]>;

const LOUDNESS = 0.08;

let context: AudioContext | null = null;

export function play(sound: keyof typeof SOUNDS): void {
  if (!useSettings.getState().sound) return;
  context ??= new AudioContext();
  for (const note of SOUNDS[sound]) playNote(context, note);
}

function playNote(audio: AudioContext, [frequency, begin, length]: Note): void {
  const start = audio.currentTime + begin;
  const tone = new OscillatorNode(audio, { type: "triangle", frequency });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(LOUDNESS, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}
