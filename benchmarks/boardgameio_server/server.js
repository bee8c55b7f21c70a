// A boardgame.io server whose game has a state of the size of a Skyliners view, and changes one site a move.
const { Server, FlatFile, Origins } = require("boardgame.io/server");

const sites = Array.from({ length: 25 }, (_, site) => ({ site, pieces: Array(4).fill("neutral floor") }));
const game = {
  name: "city",
  setup: () => ({ sites, moves: Array.from({ length: 40 }, (_, id) => ({ id, text: `floor ${id}` })) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    build: ({ G }, site) => {
      G.sites[site].pieces[0] = G.sites[site].pieces[0] === "red floor" ? "blue floor" : "red floor";
    },
  },
};

const [port, folder] = process.argv.slice(2);
const storage = folder ? { db: new FlatFile({ dir: folder }) } : {};
Server({ games: [game], origins: [Origins.LOCALHOST], ...storage }).run(Number(port), () => console.log("ready"));
