// Runs somebody's shuffle in the sandbox: a frame that can reach nothing, with a worker in
// it that is ended if it does not answer.
import { byId, el } from "./dom.js";

const patience = 3000; // milliseconds for a batch, which takes 60 and at least one deal

export class Sandbox {
  start(code) {
    const script = byId("sandbox").textContent;
    const policy = "default-src 'none'; script-src 'unsafe-inline'; worker-src blob:; connect-src 'none'";
    this.frame = el("iframe", { className: "hidden", title: "sandbox", ariaHidden: "true", tabIndex: -1 });
    this.frame.setAttribute("sandbox", "allow-scripts");
    this.frame.srcdoc = `<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="${policy}"><script>${script}</` + "script>";
    this.listen = ({ data, source }) => {
      if (source !== this.frame?.contentWindow) return;
      if (data.frame) source.postMessage({ code }, "*");
      else if (data.error) this.stop(data.error);
      else this.settle(null, data.deals ?? data.ready);
    };
    addEventListener("message", this.listen);
    const started = this.wait("it did not start");
    document.body.append(this.frame);
    return started;
  }

  // deal returns deals of the items, at most that many.
  deal(items, deals) {
    if (!this.frame) throw new Error(this.why);
    const dealt = this.wait(`the function did not answer within ${patience / 1000} seconds; it may never end`);
    this.frame.contentWindow.postMessage({ items, deals }, "*");
    return dealt.then(numbers => new Uint8Array(numbers.buffer));
  }

  wait(late) {
    return new Promise((resolve, reject) => {
      this.settle = (error, value) => { clearTimeout(this.timer); if (error) reject(new Error(error)); else resolve(value); };
      this.timer = setTimeout(() => this.stop(late), patience);
    });
  }

  // stop ends the worker and all that it does.
  stop(why = "it has ended") {
    this.why = why;
    this.frame?.remove();
    this.frame = null;
    removeEventListener("message", this.listen);
    this.settle?.(why);
  }
}
