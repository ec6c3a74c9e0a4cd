// The rules, run by ESLint's RuleTester: each piece of code says which rule finds it, or that it is fair. Without the
// registry, the test is skipped.
import { describe, it, test } from "node:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import plugin from "../biasedshuffle.js";

const parts = readFileSync(new URL("snippets.txt", import.meta.url), "utf8").split(/^-- (.*)\n/m).slice(1);
const snippets = parts.flatMap((said, i) => i % 2 ? [] : [{ said, code: parts[i + 1] }]);

const dir = mkdtempSync(join(tmpdir(), "eslint-"));
const install = ["install", "--prefix", dir, "--no-audit", "--no-fund", "--silent", "eslint@10"];
if (spawnSync("npm", install, { timeout: 180_000 }).status !== 0) {
	test("rules", (t) => t.skip("npm cannot install ESLint"));
} else {
	const { RuleTester } = await import(pathToFileURL(join(dir, "node_modules/eslint/lib/api.js")));
	Object.assign(RuleTester, { describe, it, afterAll: () => {} });
	for (const [name, rule] of Object.entries(plugin.rules)) {
		new RuleTester().run(name, rule, {
			valid: snippets.filter(({ said }) => said !== name).map(({ code }) => code),
			invalid: snippets.filter(({ said }) => said === name).map(({ code }) => ({ code, errors: [{ messageId: "found" }] })),
		});
	}
}
process.on("exit", () => rmSync(dir, { recursive: true }));
