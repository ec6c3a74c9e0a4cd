// A test deals with one shuffle, and looks at the deals in an engine of its own, so that
// draws do not wait.
import { Engine } from "./engine.js";
import { readReport } from "../../audit/view/report.js";
import { Sandbox } from "./sandboxed.js";

const idle = []; // engines, which take a while to start
export const prepare = () => { while (idle.length < 2) idle.push(new Engine()); for (const engine of idle) engine.ready(); };

export class Test {
  // The shuffle has a script or a name of the museum; without either, a text has
  // the deals.
  constructor(shuffle, { items, text = null, cards }) {
    Object.assign(this, { shuffle, items, text, cards });
    this.engine = idle.pop() ?? new Engine();
  }

  async start() {
    const { shuffle: { name, script }, items, text, cards } = this;
    if (script !== undefined) this.name = await this.load(); // so that errors in it come first
    await this.ask("audit", { items, suspect: this.sandbox ? "" : name ?? "", pasted: Boolean(text), cards }, text);
  }

  load() {
    this.sandbox?.stop();
    this.sandbox = new Sandbox();
    return this.sandbox.start(this.shuffle.script);
  }

  // more deals so many times, at most. It deals on after an alarm if it is told so.
  async more(deals, on) {
    const { fresh } = this.shuffle;
    if (this.sandbox && (fresh || !this.sandbox.frame)) await this.load();
    const dealt = this.sandbox ? await this.sandbox.deal(this.items, Math.min(deals, fresh ?? deals)) : null;
    await this.ask("observe", { deals, on }, dealt);
  }

  conclude() { return this.ask("conclude"); }

  async ask(...call) { this.report = readReport((await this.engine.call(...call)).value); }

  // stop ends a function, or all.
  stop(all) {
    this.sandbox?.stop("it was stopped");
    if (all) this.engine.stop("it was stopped");
  }

  end() {
    this.sandbox?.stop();
    this.engine.stop("the test has ended");
    prepare();
  }
}
