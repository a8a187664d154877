/** The published contract: what a team installs that has a slice and not this workspace (`docs/foreign-slice.md`). */

export interface Published {
  /** From the workspace's root. */
  folder: string;
  /** Entry of the package to its source, from the folder; none for what is a command and nothing else. */
  entries: Readonly<Record<string, string>>;
  /**
   * Whether it has code to run. What the shell carries has declarations only: a page takes its code from the shell, and
   * what has none cannot be bundled a second time.
   */
  runs: boolean;
  /** Modules that are not imported but named, such as a loader. */
  named?: readonly string[];
  /** A command, and the module whose `main` it runs. */
  command?: { name: string; module: string };
}

const index = { '.': 'src/index.ts' };

export const published: readonly Published[] = [
  { folder: 'libs/contracts', entries: index, runs: true },
  { folder: 'libs/server', entries: index, runs: true },
  {
    folder: 'tools/build',
    // `slipway` asks for the second; `slipway dev` itself needs the shell's source, and says so elsewhere.
    entries: { ...index, './development': 'src/development/index.ts' },
    runs: true,
    named: ['src/messagesLoader.mjs', 'src/unusedSupabase.ts'],
  },
  {
    folder: 'tools/cli',
    entries: {},
    runs: true,
    named: ['src/main.ts'],
    command: { name: 'slipway', module: 'main' },
  },
  { folder: 'libs/data', entries: index, runs: false },
  { folder: 'libs/log', entries: index, runs: false },
  { folder: 'libs/session', entries: index, runs: false },
  {
    folder: 'libs/design-system',
    entries: { ...index, './chart': 'src/chart/index.ts', './overlays': 'src/overlays/index.ts' },
    runs: false,
  },
  { folder: 'libs/platform', entries: index, runs: false },
];
