import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Compilation } from '@rspack/core';
import { expect, it, onTestFinished } from 'vitest';
import { bundledPackages } from './sbom';

type Built = Pick<Compilation, 'modules' | 'chunkGraph'>;

it('has the packages of which a package contains files, such as a font', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-sbom-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const write = (name: string, description: object) => {
    mkdirSync(join(folder, name));
    writeFileSync(
      join(folder, name, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', ...description }),
    );
  };
  const font = { name: 'font', version: '5.3.0', license: 'OFL-1.1' };
  write('look', { contains: [font] });
  write('app', {});
  const module = { nameForCondition: () => join(folder, 'look/theme.css') };
  const built = {
    modules: new Set([module]),
    chunkGraph: { getModuleChunks: () => [{}] },
  } as unknown as Built;
  expect(bundledPackages(built, join(folder, 'app'))).toEqual([
    { ...font, hasCode: true },
    { name: 'look', version: '1.0.0', license: undefined, hasCode: true },
  ]);
});
