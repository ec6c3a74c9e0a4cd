// What npm packs has all that the package exports.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

test('package', t => {
  if (spawnSync('npm', ['--version']).status !== 0) return t.skip('there is no npm')
  const dir = mkdtempSync(join(tmpdir(), 'package-'))
  t.after(() => rmSync(dir, { recursive: true }))
  const here = fileURLToPath(new URL('..', import.meta.url))
  const npm = (...args) => execFileSync('npm', [...args, '--silent'], { cwd: here, encoding: 'utf8' }).trim()
  const file = npm('pack', '--pack-destination', dir)
  npm('install', '--offline', '--no-audit', '--no-fund', '--prefix', dir, join(dir, file))
  const { exports } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
  assert.ok(exports['./eslint'])
  for (const target of Object.values(exports).flatMap(to => to.default ? Object.values(to) : [to])) {
    assert.ok(existsSync(join(dir, 'node_modules/yates', target)), target)
  }
  const code = 'import lint from "yates/eslint"; import "yates"; lint.configs.recommended.plugins.biasedshuffle.rules.naive.meta'
  execFileSync('node', ['--input-type=module', '-e', code], { cwd: dir })
})
