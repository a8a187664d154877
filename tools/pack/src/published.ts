/** The packages that a team installs to build a slice outside of this workspace (`docs/foreign-slice.md`). */

export interface Published {
  /** From the workspace's root. */
  folder: string;
  /** Entry of the package to its source in the folder; none for a package with only a command. */
  entries: Readonly<Record<string, string>>;
  /**
   * Whether the package contains code. If so, its patch version counts the commits, so that teams get each of them
   * (decision 118). The other packages have only declarations, so that a slice cannot bundle a second copy of code that
   * the shell provides. Their versions are in the contract between slices and shells, and change with their exported
   * names (decision 076).
   */
  runs: boolean;
  /** Modules that are used by path instead of an import, such as a loader. */
  named?: readonly string[];
  /** A command, with the module whose `main` it runs. */
  command?: { name: string; module: string };
}

const index = { '.': 'src/index.ts' };

export const published: readonly Published[] = [
  { folder: 'libs/contracts', entries: index, runs: true },
  { folder: 'libs/server', entries: index, runs: true },
  { folder: 'libs/health', entries: index, runs: true },
  {
    folder: 'tools/build',
    // The command imports the second entry, although `slipway dev` works only in a workspace with the shell's source.
    entries: {
      ...index,
      './development': 'src/development/index.ts',
      './release': 'src/release.ts',
      './release-version': 'src/releaseVersion.ts',
    },
    runs: true,
    named: [
      ...['src/messagesLoader.mjs', 'src/unusedFunctionsLoader.mjs', 'src/stylesLoader.mjs'],
      ...['src/unusedAuth.ts', 'src/unusedPrefixes.mjs', 'src/unusedQuery.mjs', 'src/unusedSupabase.ts'],
    ],
  },
  {
    folder: 'tools/vite',
    entries: { ...index, './frame': 'src/frame.ts' },
    runs: true,
  },
  { folder: 'tools/webpack', entries: index, runs: true },
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
    entries: {
      ...index,
      './chart': 'src/chart/index.ts',
      './chat': 'src/chat/index.ts',
      './markdown': 'src/markdown/index.ts',
      './overlays': 'src/overlays/index.ts',
    },
    runs: false,
  },
  { folder: 'libs/platform', entries: index, runs: false },
];
