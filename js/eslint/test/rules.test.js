// The rules, run by ESLint from npm: each piece of code says which rule finds it, or that it is fair. Without the
// registry, or ESLint at NODE_PATH, the test is skipped.
import { test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import plugin from "../biasedshuffle.js";

const snippets = readFileSync(new URL("snippets.txt", import.meta.url), "utf8").split(/^-- (.*)\n/m).slice(1);

test("rules", async (t) => {
	const dir = mkdtempSync(join(tmpdir(), "eslint-"));
	t.after(() => rmSync(dir, { recursive: true }));
	const npm = spawnSync("npm", ["install", "--prefix", dir, "--no-audit", "--no-fund", "--silent", "eslint@10"], { timeout: 180_000 });
	if (npm.status !== 0) return t.skip("npm cannot install ESLint");
	const { Linter } = await import(pathToFileURL(join(dir, "node_modules/eslint/lib/api.js")));
	assert.ok(snippets.length > 40);
	for (let i = 0; i < snippets.length; i += 2) {
		const found = new Linter().verify(snippets[i + 1], [plugin.configs.recommended]);
		const said = [...new Set(found.map((m) => m.ruleId?.split("/")[1] ?? m.message))].join(" ") || "fair";
		assert.equal(said, snippets[i], snippets[i + 1]);
	}
});
