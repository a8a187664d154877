import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { chromiumFlags } from './chromium.mjs';

const PREFIX = '--disable-features=';
const featuresIn = (flags: readonly string[]) =>
  flags.filter((flag) => flag.startsWith(PREFIX)).flatMap((flag) => flag.slice(PREFIX.length).split(','));

test('the flags disable every feature that Playwright disables', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-chromium-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const program = join(folder, 'chromium');
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/flags'\n`);
  chmodSync(program, 0o755);

  await expect(chromium.launch({ executablePath: program })).rejects.toThrow();

  const playwrights = featuresIn(readFileSync(join(folder, 'flags'), 'utf8').split('\n'));
  expect(playwrights).not.toEqual([]);
  expect(featuresIn(chromiumFlags)).toEqual(expect.arrayContaining(playwrights));
});
