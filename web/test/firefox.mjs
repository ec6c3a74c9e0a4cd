// Does the page's main tasks in Firefox:  node firefox.mjs FIREFOX PAGE TRANSCRIPT LIST
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

const [firefox, address, transcript, list] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, timeout: 120e3 });
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(60e3);
  const enter = (selector, text) => page.$eval(selector, (field, text) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
  const says = (selector, words) => page.waitForFunction(
    (selector, words) => document.querySelector(selector)?.innerText.includes(words), {}, selector, words);
  await page.goto(address);
  await enter("#draw-list textarea", readFileSync(list, "utf8"));
  await enter("#draw-seed", "May 2026");
  await page.click("#draw-button");
  await says("#draw-result ol", "Ada Lovelace\nRonald Fisher\nFrank Yates");

  await page.goto(address + "#check");
  await enter("#check-transcript textarea", readFileSync(transcript, "utf8"));
  await enter("#check-list textarea", readFileSync(list, "utf8"));
  await page.click("#check-button");
  await says("#check-result", "Drawn correctly, if this is the announced draw");

  await page.goto(address + "#fair");
  await page.click("input[value=function]");
  await page.click("#fair-button");
  await says("#fair-verdict", "biased");
  await enter("#fair-code", "function shuffle(a) { for (;;); }");
  await page.click("#fair-button");
  await says("#fair-error", "did not answer within 3 seconds");
} finally {
  await browser.close();
}
