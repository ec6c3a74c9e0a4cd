import { byId } from "./dom.js";
import { sentence } from "./texts.js";
import { loaded, parsed, ready } from "./engine.js";
import { setUpDraw } from "./draw.js";
import { setUpCheck } from "./check.js";
import { setUpHold } from "./hold.js";
import { setUpEvent } from "./event.js";
import { setUpGift } from "./gift.js";
import { setUpFair } from "./fair.js";
import { setUpSteps } from "./steps.js";
import { setUpDemo } from "./demo.js";
import { asked } from "./link.js";

const parts = ["draw", "check", "hold", "event", "gift", "fair"];

// turn shows the part of the page that the address names, or that has the place it names,
// with what a link gives it.
function turn(focus) {
  const [name, given] = asked(), place = byId(name), named = place?.closest("section")?.id;
  const now = parts.includes(named) ? named : "draw";
  for (const part of parts) {
    byId(part).hidden = part !== now;
    const link = document.querySelector(`nav a[href="#${part}"]`);
    if (part === now || part === "hold" && now === "event") link?.setAttribute("aria-current", "page");
    else link?.removeAttribute("aria-current");
  }
  const heading = byId(now).querySelector("h1");
  document.title = heading.textContent + " – yates";
  const within = named && place !== byId(now);
  if (focus) (within ? place : heading).focus();
  if (within) place.scrollIntoView();
  else scrollTo(0, 0);
  if (Object.keys(given).length) takeLink[now]?.(given).catch(() => trouble("This link is not complete, or was changed. Ask the sender for it again."));
}

function trouble(words) {
  byId("trouble").hidden = false;
  byId("trouble").textContent = words;
}

// Browsers change a page that they save themselves. Who opened a file has it.
byId("save").hidden = location.protocol === "file:";
parsed.then(() => { if (byId("program").textContent) byId("save").href = location.pathname; });

// Going back from the slow reveal must not leave the result that has come into view.
history.scrollRestoration = "manual";

// A file that misses its place must not replace the page.
for (const type of ["dragover", "drop"]) addEventListener(type, event => event.preventDefault());
addEventListener("hashchange", () => turn(true));
setUpDemo();
setUpDraw();
setUpHold();
const takeLink = { check: setUpCheck(), event: setUpEvent(), gift: setUpGift(), fair: setUpFair() };
turn(false);
setUpSteps();
ready().then(() => { document.documentElement.dataset.ready = Math.round(performance.now()); });
loaded.catch(error => trouble(`Draws from a list work, but the rest of the page could not be loaded: ${sentence(error.message)} Load the page again, or try a current Firefox, Chrome, Edge or Safari.`));
