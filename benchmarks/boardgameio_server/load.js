// Clients of many matches: moves at an even pace, how long each takes to reach another client, and how many were told
// when the server was killed.
const { io } = require("socket.io-client");

const [address, pid, matches, seats, seconds, tries, wantedMs, ...rates] = process.argv
  .slice(2)
  .map((text, n) => (n ? Number(text) : text));
const KILLED_AT = 200, KILLED_AFTER = 3000;
const now = () => performance.now();
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

class Match {
  constructor(id) {
    Object.assign(this, { id, ready: 0, sentAt: null, mover: null, latencies: [], told: 0, sockets: [] });
  }
  // One after the other: the first to come makes the match, and with files two at a time can spoil it for good.
  async connect() {
    while (this.sockets.length < seats) {
      this.sockets.push(this.open(String(this.sockets.length)));
      while (this.ready < this.sockets.length) await sleep(1);
    }
  }
  open(seat) {
    const socket = io(`${address}/city`, { transports: ["websocket"], forceNew: true });
    socket.on("connect", () => socket.emit("sync", this.id, seat, undefined, seats));
    socket.on("sync", (id, { state }) => this.seen(seat, state));
    socket.on("update", (id, state) => this.seen(seat, state));
    return socket;
  }
  seen(seat, state) {
    if (this.sentAt !== null && seat !== this.mover) this.latencies.push(now() - this.sentAt);
    this.ready += 1;
    this.told = Math.max(this.told, state._stateID);
    if (seat === state.ctx.currentPlayer) this.state = { id: state._stateID, player: seat };
  }
  move() {
    if (!this.state) return false;
    const { id, player } = this.state;
    [this.state, this.mover, this.sentAt] = [null, player, now()];
    const payload = { type: "build", args: [Math.floor(Math.random() * 25)], playerID: player };
    this.sockets[Number(player)].emit("update", { type: "MAKE_MOVE", payload }, id, this.id, player);
    return true;
  }
}

async function load(all, rate, until = seconds * 1000) {
  for (const match of all) Object.assign(match, { latencies: [], sentAt: null });
  let made = 0, turn = 0;
  const began = now();
  while (now() - began < until) {
    for (let tries = 0; made < ((now() - began) / 1000) * rate && tries < all.length; tries++)
      if (all[turn++ % all.length].move()) made += 1;
    await sleep(1);
  }
  await sleep(1000);
  return { rate, made: made / seconds, latencies: all.flatMap((match) => match.latencies).sort((a, b) => a - b) };
}

(async () => {
  const all = [];
  for (let n = 0; n < matches; n++) {
    all.push(new Match(`match${n}`));
    await all[n].connect();
  }
  for (const rate of rates) {
    let sustained = false;
    for (let tried = 0; tried < tries && !sustained; tried++) {
      const { made, latencies } = await load(all, rate);
      const at = (share) => latencies[Math.floor(latencies.length * share)] ?? Infinity;
      console.log(JSON.stringify({ rate, made, p50: at(0.5), p99: at(0.99) }));
      sustained = at(0.99) < wantedMs && made > 0.97 * rate;
    }
    if (!sustained) break;
  }
  const loading = load(all, KILLED_AT, KILLED_AFTER + 500);
  await sleep(KILLED_AFTER);
  process.kill(pid, "SIGKILL");
  await loading;
  console.log(JSON.stringify({ told: Object.fromEntries(all.map((match) => [match.id, match.told])) }));
  process.exit(0);
})();
