// The public beacon, whose round decides a public draw.
import { moment } from "./dom.js";
import { count } from "./texts.js";

// cameWords says when the round comes, and clockWords how long that is. The clock of the page may be wrong, so nothing
// depends on it.
const left = beacon => Math.ceil((new Date(beacon.at) - Date.now()) / 1000);
export const cameWords = beacon => `Round ${beacon.round} of the public beacon decides. It ${left(beacon) > 0 ? "comes" : "came"} on ${moment(beacon.at, beacon.comes)}.`;
export const hostsOf = beacon => beacon.urls.map(url => new URL(url).host).join(", ");
export function clockWords(beacon) {
  const seconds = left(beacon), two = n => String(Math.floor(n) % 60).padStart(2, "0"), hours = Math.floor(seconds / 3600);
  return seconds <= 0 ? "" : `${hours >= 48 ? `${Math.floor(hours / 24)} days` : hours ? `${count(hours, "hour")} ${two(seconds / 60)} minutes` : `${two(seconds / 60)}:${two(seconds)}`} left`;
}

let told; // the round that was said to be still to come

// fetchRound asks the hosts of the beacon, one after the other, for the round. This is the
// only place where the page uses the network, and its policy allows no other host.
export async function fetchRound(beacon) {
  if (left(beacon) > 0 && told !== beacon.name) {
    told = beacon.name; // the clock may be wrong: who presses again is believed
    throw new Error(`round ${beacon.round} comes at ${beacon.comes}, so no host was asked. If the clock of this device is wrong, press the button again`);
  }
  const failed = [];
  for (const url of beacon.urls) {
    const host = new URL(url).host;
    try {
      const response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(10_000) });
      if (response.ok) return await response.text();
      failed.push(`${host}: ${response.status}`);
    } catch (error) {
      failed.push(`${host}: ${error.name === "TimeoutError" ? "no answer in 10 seconds" : "cannot be reached"}`);
    }
  }
  const early = left(beacon) > 0 ? `Round ${beacon.round} comes at ${beacon.comes}. ` : "";
  throw new Error(`${early}No host has given the round (${failed.join("; ")}). Try again later, or paste it in step 2 of a public draw`);
}
