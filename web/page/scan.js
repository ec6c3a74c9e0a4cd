// Reading a QR code with the camera, where the browser can.
import { el, pause, quiet } from "./dom.js";
import { asked, unpack } from "./link.js";

// scanButton returns a button that shows what the camera sees until a QR code is in it, and takes the commitment in the
// link of a draw, as on a sheet where it was announced, or the text. Browsers that read no codes do not show it.
export function scanButton(take, fail) {
  const words = "Scan the QR code that was published";
  const view = el("video", { muted: true, playsInline: true, hidden: true });
  const failed = () => fail("The camera has read no code. Type it.");
  const button = quiet(words, () => view.srcObject ? end() : scan().catch(failed).finally(end), { hidden: true });
  const end = () => {
    view.srcObject?.getTracks().forEach(track => track.stop());
    view.srcObject = null;
    view.hidden = true;
    button.textContent = words;
  };
  async function scan() {
    const detector = new BarcodeDetector({ formats: ["qr_code"] });
    button.disabled = true; // a second stream would never end
    view.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } })
      .finally(() => { button.disabled = false; });
    view.hidden = false;
    button.textContent = "Stop the camera";
    for (await view.play(); view.srcObject && view.checkVisibility(); await pause(200)) {
      const [found] = await detector.detect(view);
      if (!found) continue;
      const { draw } = asked(found.rawValue.slice(found.rawValue.indexOf("#")))[1];
      return take(draw ? await unpack(draw) : new Blob([found.rawValue]));
    }
  }
  globalThis.BarcodeDetector?.getSupportedFormats().then(formats => {
    button.hidden = !navigator.mediaDevices || !formats.includes("qr_code");
  });
  return el("div", { className: "scan" }, button, view);
}
