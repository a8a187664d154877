/** No file imports itself through others. */
import { describe, expect, it } from 'vitest';
import { cyclesOf, findCycles, importsOf, sourceFiles } from './cycles';

describe('the search for import cycles', () => {
  it('finds a cycle and names its files in order', () => {
    const imports = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', []],
      ['d', ['b']],
    ]);
    expect(cyclesOf(imports)).toEqual([['b', 'd', 'b']]);
  });

  it('finds none in a diamond', () => {
    const imports = new Map([
      ['a', ['b', 'c']],
      ['b', ['d']],
      ['c', ['d']],
      ['d', []],
    ]);
    expect(cyclesOf(imports)).toEqual([]);
  });

  it('reads static and type-only imports, and ignores dynamic ones', () => {
    const files = new Set(['src/a.ts', 'src/ui/B.tsx', 'src/c.ts']);
    const text = "import { b } from './ui/B';\nexport type { A } from './a';\nvoid import('./c');";
    expect(importsOf('src/x.ts', files, text)).toEqual(['src/ui/B.tsx', 'src/a.ts']);
  });
});

describe('the workspace', () => {
  it('has no import cycle', () => {
    expect(sourceFiles().length).toBeGreaterThan(500);
    expect(findCycles().map((cycle) => cycle.join(' -> '))).toEqual([]);
  });
});
