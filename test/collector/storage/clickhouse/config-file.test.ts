import { totalmem } from 'node:os';
import test from 'ava';
import {
  engineConfiguration,
  leastMemoryBytes,
} from '../../../../collector/storage/clickhouse/embedded/config-file.ts';

const mebibyte = 1024 ** 2;

function setting(configuration: string, name: string): number {
  return Number(new RegExp(`<${name}>([0-9]+)</${name}>`).exec(configuration)?.[1]);
}

test('what the engine may take is a quarter of the machine, within bounds, unless it is said', (t) => {
  const memory = setting(engineConfiguration({}), 'max_server_memory_usage');
  t.true(memory >= leastMemoryBytes && memory <= 4_096 * mebibyte);
  t.true(memory === leastMemoryBytes || memory <= totalmem() / 4);
  for (const [asked, taken] of [
    [1, 400],
    [400, 400],
    [1_024, 1_024],
    [8_192, 8_192],
  ] as const) {
    const configuration = engineConfiguration({ memoryBytes: asked * mebibyte });
    t.is(setting(configuration, 'max_server_memory_usage'), taken * mebibyte);
  }
});

test('what stays unpacked is within what the engine may take beyond its least', (t) => {
  for (const [memory, unpacked] of [
    [400, 0],
    [1_024, 156],
    [2_448, 512],
    [8_192, 512],
  ] as const) {
    const configuration = engineConfiguration({ memoryBytes: memory * mebibyte });
    t.is(setting(configuration, 'uncompressed_cache_size'), unpacked * mebibyte);
  }
});
