// Compares yates-parquet with DuckDB: files of random schemas that DuckDB generates and writes are shuffled, with random
// flags, and DuckDB reads the outputs and compares each row with the one that belongs there; some in an order that yates
// makes of columns that DuckDB exports as JSON. From this folder:
//   npm install --no-save @duckdb/node-api
//   node compare.mjs YATES YATES-PARQUET [TRIALS [FIRST]]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

const [yates, yatesParquet, trials = '200', first = '1'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'yates-duckdb-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

let state = 0n;
// below returns a pseudo-random number below n (splitmix64).
function below(n) {
  const mask = (1n << 64n) - 1n;
  state = (state + 0x9e3779b97f4a7c15n) & mask;
  let z = state;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
  return Number((z ^ (z >> 31n)) % BigInt(n));
}
const one = (list) => list[below(list.length)];

// h is an expression of a hash of row i, another one at each call.
const h = () => `hash(i * 1000 + ${below(1e6)})`;
const scalars = [
  () => `${h()} % 2 = 0`,
  () => `(${h()} % 128)::TINYINT`,
  () => `(${h()} % 30000)::SMALLINT - 15000::SMALLINT`,
  () => `(${h()} % 2000000000)::INTEGER`,
  () => `(${h()} >> 2)::BIGINT`,
  () => `(${h()} % 256)::UTINYINT`,
  () => `(${h()} % 65536)::USMALLINT`,
  // From 2^31 on, DuckDB's V2 has deltas that the library refuses with an error.
  () => `(${h()} % 2147483648)::UINTEGER`,
  () => `${h()}`,
  () => `((${h()} % 1000000)::FLOAT / 7)`,
  () => `CASE ${h()} % 50 WHEN 0 THEN 'nan'::DOUBLE WHEN 1 THEN '-inf'::DOUBLE ELSE (${h()})::DOUBLE / 3 END`,
  () => `((${h()} % 9999)::DECIMAL(6,0) / 10)::DECIMAL(5,1)`,
  () => `((${h()} % 99999999)::BIGINT)::DECIMAL(18,3)`,
  () => `((${h()} % 99999999)::BIGINT)::DECIMAL(38,10) * -1`,
  () => `'few ' || (${h()} % 5)`,
  () => `repeat(chr(97 + (${h()} % 26)::INTEGER), (${h()} % 40)::INTEGER)`,
  () => `CASE WHEN ${h()} % 500 = 0 THEN repeat('long ', 20000) ELSE 'ü' || ${h()} END`,
  () => `(${h()})::VARCHAR::BLOB`,
  () => `DATE '1990-01-01' + (${h()} % 20000)::INTEGER`,
  () => `TIME '00:00:00' + to_microseconds((${h()} % 86400000000)::BIGINT)`,
  () => `make_timestamp((${h()} % 2000000000000000)::BIGINT)`,
  () => `make_timestamp((${h()} % 2000000000000000)::BIGINT)::TIMESTAMP_MS`,
  () => `make_timestamp((${h()} % 2000000000000000)::BIGINT)::TIMESTAMP_NS`,
  () => `make_timestamp((${h()} % 2000000000000000)::BIGINT)::TIMESTAMPTZ`,
  () => `md5(i::VARCHAR)::UUID`,
  () => `to_days((${h()} % 1000)::INTEGER)`,
  () => `(['red', 'green', 'blue'][1 + (${h()} % 3)::INTEGER])::ENUM('red', 'green', 'blue')`,
  () => `('{"a": ' || (${h()} % 10) || '}')::JSON`,
];
// float is an expression of the values of a floating-point type that are like no others.
const float = () => `(['0', '-0', '1', '-2.5', ${one(["'nan'", "'inf'", "'3'"])}]::${one(['FLOAT', 'DOUBLE'])}[])
  [1 + (${h()} % 5)::INTEGER]`;
scalars.push(float);
// value is an expression of a random type, of that depth at most.
function value(depth) {
  const kind = depth > 0 ? below(9) : 0;
  const inner = () => maybe(value(depth - 1));
  switch (kind) {
    case 5:
      return `list_transform(range((${h()} % 4)::BIGINT), lambda x: ${inner()})`;
    case 6:
      return `{'a': ${inner()}, 'b': ${inner()}}`;
    case 7:
      return `map_from_entries(list_transform(range((${h()} % 3)::BIGINT), lambda x: {'k': 'key ' || x, 'v': ${inner()}}))`;
    case 8: // DuckDB cannot choose between arrays, nor between what has some
      if (depth < 3) break;
      return `[(${h()} % 9)::FLOAT, ${h()}::FLOAT, 0.5::FLOAT]::FLOAT[3]`;
  }
  return one(scalars)();
}
// maybe makes some values null.
function maybe(text) {
  const often = text.endsWith('FLOAT[3]') ? 4 : below(5);
  return often > 2 ? text : `CASE WHEN ${h()} % ${[2, 10, 1000][often]} = 0 THEN NULL ELSE ${text} END`;
}

// keys are expressions of columns that groups, classes and repeats can go by.
const keys = [
  () => `${h()} % 2 = 0`,
  () => `(${h()} % 128)::TINYINT`,
  () => `${h()} % 1000`,
  () => `-((${h()} % 100)::BIGINT)`,
  () => `((${h()} % 999)::DECIMAL(6,0) / 10)::DECIMAL(5,1) * -1`,
  () => `((${h()} % 99)::BIGINT)::DECIMAL(38,10)`,
  () => `CASE ${h()} % 5 WHEN 0 THEN '' WHEN 1 THEN 'a,"b"' || chr(10) || 'ü' ELSE 'user ' || (${h()} % 300) END`,
  () => `DATE '1960-01-01' + (${h()} % 20000)::INTEGER`,
  () => `md5((${h()} % 500)::VARCHAR)::UUID`,
  () => `(['red', 'green', 'blue'][1 + (${h()} % 3)::INTEGER])::ENUM('red', 'green', 'blue')`,
  () => `i`,
];

const db = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect();
const ask = async (sql) => (await db.runAndReadAll(sql)).getRowsJson();
const files = (names) => `[${names.map((n) => `'${n}'`).join(', ')}]`;

for (let trial = Number(first); trial < Number(first) + Number(trials); trial++) {
  state = BigInt(trial) << 20n;
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  const columns = Array.from({ length: 1 + below(12) }, (_, c) => `${maybe(value(3))} AS "c ${c}.x"`);
  columns.push(`{'id': ${maybe(one(keys)())}, 'n': ${maybe(one(keys)())}} AS user`, `${one(keys)()} AS label`,
    `${maybe(float())} AS float`);
  const inputs = [];
  let rows = 0;
  for (let f = 0; f <= below(3); f++) {
    const n = one([0, 1, 50, 3000, 20000]);
    const name = join(folder, `in${f}.parquet`);
    const how = [`COMPRESSION ${one(['snappy', 'gzip', 'zstd', 'brotli', 'lz4_raw', 'uncompressed'])}`,
      `ROW_GROUP_SIZE ${one([2048, 5000, 100000])}`, `PARQUET_VERSION ${one(['V1', 'V2'])}`];
    await db.run(`COPY (SELECT ${columns.join(', ')} FROM range(${rows}, ${rows + n}) t(i)) TO '${name}'
      (FORMAT parquet, ${how.join(', ')}, KV_METADATA {note: 'trial ${trial}'})`);
    rows += n;
    inputs.push(name);
  }
  const seed = `trial ${trial}`;
  const flags = ['--seed', seed];
  if (below(2)) flags.push('--row-group', one(['1024', '7000', '100000']));
  if (below(2)) flags.push('--compression', one(['zstd:3', 'snappy', 'gzip', 'uncompressed', 'lz4_raw', 'brotli']));
  let take = rows;
  const by = []; // flags of yates for an order by columns
  const pattern = one(['{}', '']);
  if (below(2)) {
    const column = () => one(['user.id', 'user.n', 'label', 'user.id,label']);
    if (below(3) === 0) { // a rule of yates shuffle alone
      by.push('--unique-by', column());
    } else {
      if (below(2)) by.push('--group-by', column());
      if (below(2) && pattern !== '') by.push('--stratify', column());
    }
    if (by.length > 0 && below(2)) by.push('--missing', one(by.includes('--stratify') ? ['one', 'drop'] : ['own', 'one', 'drop']));
  }
  if (by.length === 0 && rows > 0 && below(3) === 0) flags.push('-n', String(take = 1 + below(rows)));
  flags.push('--memory', one(['1M', '4M', '64M', '1G']));
  const parts = pattern !== '' && by.length === 0 ? ['--shards', '3'] : [];
  const out = join(folder, `out${pattern}.parquet`);
  const fail = (what) => {
    console.error(`trial ${trial}: ${what}\n${command.map((a) => `'${a}'`).join(' ')}\n${columns.join('\n')}`);
    process.exit(1);
  };
  await db.run(`CREATE OR REPLACE TABLE i AS SELECT * FROM read_parquet(${files(inputs)})`);
  let orders = [];
  if (by.some((flag) => /by|stratify/.test(flag))) { // the parts one after the other are the order
    const [lines, order] = ['in.jsonl', 'order{}.npy'].map((name) => join(folder, name));
    await db.run(`COPY (SELECT rowid AS row, user, label FROM i ORDER BY rowid) TO '${lines}' (FORMAT json)`);
    const cut = pattern !== '' && !by.includes('--unique-by');
    const verb = cut ? ['split', 'a=0.7,b=0.2,c=0.1'] : ['shuffle'];
    execFileSync(yates, [...verb, '--jsonl', '--seed', seed, ...by, '-o', cut ? order : order.replace('{}', ''), lines],
      { stdio: ['ignore', 'ignore', 'pipe'] });
    orders = readdirSync(folder).filter((n) => n.startsWith('order')).sort().map((n) => join(folder, n));
    flags.splice(flags.indexOf('--seed'), 2);
  }
  const command = [yatesParquet, 'shuffle', ...flags, ...orders.flatMap((name) => ['--order', name]), ...parts, '-o',
    orders.length > 1 ? join(folder, 'out{}.parquet') : out, ...inputs];
  try {
    execFileSync(command[0], command.slice(1), { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    fail(String(error.stderr || error));
  }
  const outputs = readdirSync(folder).filter((n) => n.startsWith('out')).sort().map((n) => join(folder, n));
  await db.run(`CREATE OR REPLACE TABLE o AS SELECT * FROM read_parquet(${files(outputs)})`);
  let numbers;
  if (orders.length > 0) {
    numbers = orders.flatMap((name) => {
      const array = readFileSync(name).subarray(128);
      return Array.from({ length: array.length / 8 }, (_, i) => String(array.readBigInt64LE(8 * i)));
    });
    take = numbers.length;
  } else {
    const order = rows === 0 ? '' : execFileSync(yates, ['shuffle', '--seed', seed, '-i', `0-${rows - 1}`],
      { encoding: 'utf8', maxBuffer: 1 << 28 });
    numbers = order.split('\n').slice(0, take);
  }
  await db.run(`CREATE OR REPLACE TABLE p AS SELECT unnest([${numbers.filter((n) => n !== '').join(',')}]::BIGINT[]) AS n`);
  const [[n]] = await ask('SELECT count(*) FROM o');
  if (Number(n) !== take) fail(`${n} rows of ${take}`);
  const [[same, different]] = await ask(`SELECT count(*) FILTER (o IS NOT DISTINCT FROM i),
    count(*) FILTER (o IS DISTINCT FROM i) FROM p JOIN o ON p.rowid = o.rowid JOIN i ON i.rowid = p.n`);
  if (Number(same) !== take || Number(different) !== 0) fail(`${different} rows differ, ${same} of ${take} are right`);
  // The statistics of a file leave out no row that DuckDB looks for in it.
  for (const [name, type] of await ask('SELECT column_name, column_type FROM (DESCRIBE o)')) {
    const column = `"${name}"`, literals = /^(FLOAT|DOUBLE)$/.test(type) ? ["'nan'", "'-0'", "'0'", "'1e9'"] : [];
    for (const [text] of await ask(`SELECT ${column}::VARCHAR FROM o WHERE ${column} IS NOT NULL LIMIT 2`)) {
      literals.push(`'${text.replaceAll("'", "''")}'`);
    }
    const conditions = [`${column} IS NULL`, ...literals.length > 2 ? [`isnan(${column})`, `NOT isnan(${column})`] : []];
    for (const l of literals) {
      conditions.push(...['=', '<>', '<', '<=', '>', '>='].map((op) => `${column} ${op} TRY_CAST(${l} AS ${type})`));
    }
    for (const condition of conditions) {
      const [[found]] = await ask(`SELECT count(*) FROM read_parquet(${files(outputs)}) WHERE ${condition}`);
      const [[there]] = await ask(`SELECT count(*) FROM o WHERE ${condition}`);
      if (found !== there) fail(`DuckDB finds ${found} rows of ${there} where ${condition}`);
    }
  }
  // DuckDB writes converted types, and the library the logical types that mean the same; duckdb_type is what they are.
  const types = async (name) => JSON.stringify((await ask(`SELECT * EXCLUDE (file_name, converted_type, logical_type)
    FROM parquet_schema('${name}')`)).slice(1));
  const notes = async (name) => JSON.stringify(await ask(`SELECT key, value FROM parquet_kv_metadata('${name}')`));
  if ((await types(inputs[0])) !== (await types(outputs[0]))) {
    fail(`the schemas differ: ${await types(inputs[0])} and ${await types(outputs[0])}`);
  }
  if ((await notes(inputs[0])) !== (await notes(outputs[0]))) fail('the metadata differ');
}
console.log(`${trials} trials agree`);
