// The public beacon, whose round decides a public draw.
import { el, fill, moment } from "./dom.js";

// cameWords says when the round comes, which draws, isTime whether it has come, and showClock how long that is. The clock of the page
// may be wrong, so nothing depends on it.
const left = beacon => Math.ceil((new Date(beacon.at) - Date.now()) / 1000);
export const cameWords = (beacon, drawn) => `${left(beacon) > 0 ? "The draw is on" : drawn ? "The draw was on" : "Set for"} ${moment(beacon.at, "long")}.`;
export const hostsOf = beacon => beacon.urls.map(url => new URL(url).host).join(", ");
export const isTime = beacon => left(beacon) <= 0;
export function showClock(place, beacon) {
  const seconds = Math.max(0, left(beacon)), whole = n => Math.floor(n);
  const parts = [[whole(seconds / 86400), "days"], [whole(seconds / 3600) % 24, "hours"], [whole(seconds / 60) % 60, "minutes"], [seconds % 60, "seconds"]];
  const shown = parts.slice(parts.findIndex(([n]) => n)).map(([n, unit], i) => [n.toLocaleString("en-US").padStart(i && 2, "0"), n === 1 ? unit.slice(0, -1) : unit]);
  place.style.setProperty("--digits", shown.map(([n]) => n).join("").length); // as large as phones have room for
  fill(place, ...isTime(beacon) ? ["It is time."] : shown.map(([n, unit]) => el("span", {}, el("b", {}, n), ` ${unit} `)));
}

// fetchRound asks the hosts of the beacon, one after the other, for the round. This is the only place
// where the page uses the network, and its policy allows no other host.
export async function fetchRound(beacon) {
  const failed = [];
  let answered = false;
  for (const url of beacon.urls) {
    const host = new URL(url).host;
    try {
      const response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(10_000) });
      if (response.ok) return await response.text();
      answered = true;
      failed.push(`${host}: ${response.status}`);
    } catch (error) {
      failed.push(`${host}: ${error.name === "TimeoutError" ? "no answer in 10 seconds" : "cannot be reached"}`);
    }
  }
  throw Object.assign(new Error(`${answered ? "No host has given the number" : "No connection"}. Try again later, or paste the number below`),
    { offers: [el("details", {}, el("summary", {}, "Which hosts were asked"), failed.join("; "))] });
}
