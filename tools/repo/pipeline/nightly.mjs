/** `npm run test:nightly [step …]`: the tests that take hours. `npm test` has a sample of each, named beside it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPath } from '../bootstrap/chromium.mjs';
import { installPackages, requireNode, root } from '../bootstrap/install.mjs';
import { webServers } from '../bootstrap/webServers.mjs';
import { countTests, removeReports } from './counts.mjs';
import { runInOrder } from './run.mjs';

const e2e = ['npm', 'run', 'e2e', '-w', '@slipway/e2e', '--'];
const unit = [
  'npx',
  'nx',
  'run-many',
  '-t',
  'test',
  '--outputStyle=static',
  '--parallel=1',
  '--skip-nx-cache',
  '-p',
];

/** The folders of end-to-end specs that no other step runs. */
const otherSpecs = readdirSync(join(root, 'e2e/specs'))
  .filter((folder) => !['accessibility', 'documents', 'frame', 'shipping'].includes(folder))
  .map((folder) => `specs/${folder}/`);

/** @type {Record<string, import('./run.mjs').Step>} */
const steps = {
  // Killed deploys, killed servers, cut connections, random requests, for hundreds of rounds, and every command on a bucket.
  // Sample: the same tests, a few rounds, and on a bucket those of what differs by store.
  chaos: { name: 'chaos', command: [...unit, 'cli'], env: { TEST_TIER: 'nightly' } },
  // The same, and every database test on PGlite too, with crashes, full disks and the processes of commands. Sample: the
  // tests of what differs by engine, one fault of each kind, and all of e2e.
  databases: {
    name: 'both databases',
    command: [...unit, 'backend,database,gateway,health,local'],
    env: { TEST_TIER: 'nightly' },
  },
  // Every page of components on wide windows and in forced colors. Sample: narrow ones, and the two with the most states.
  workshop: {
    name: 'components in every view',
    command: [...unit, 'workshop'],
    env: { TEST_TIER: 'nightly' },
  },
  // Also a slice with only the published packages, and one in development that no environment runs. Sample: the same faults
  // in some files; tools/pack/src/pack.test.ts packs one package.
  'chaos-browser': {
    name: 'chaos in the browser',
    command: [...e2e, 'specs/shipping/'],
    env: { TEST_TIER: 'nightly' },
  },
  // README and runbook word for word, in a copy of the workspace with its own server. Samples: newSlice.spec.ts runs the
  // commands of docs/new-slice.md, shipping.spec.ts the same deploys.
  documents: {
    name: 'documents',
    command: [...e2e, 'specs/documents/'],
    env: { TEST_TIER: 'nightly' },
  },
  // The rules that run React's compiler. Sample: the lint of a slice has them too.
  lint: { name: 'lint', command: ['node', 'tools/repo/pipeline/lint.mjs', '--compiler'] },
  // The reference of the packages for slices, all packages and a slice built with them, the images, and every step of the
  // workflows. Samples: every public name has a description, one package, the Containerfiles are read, the steps that decide
  // run.
  reference: { name: 'reference', command: [...unit, 'repo,pack'], env: { TEST_TIER: 'nightly' } },
  // Every instance of a behavior, every example slice with every tool and every major, and the two longest journeys as traces.
  // Sample: one of each kind, and component tests.
  specs: { name: 'all other specs', command: [...e2e, ...otherSpecs], env: { TEST_TIER: 'nightly' } },
  // Every page and state in every theme, width and kind of colors. Sample: five pages and states, in some
  // of these views.
  pages: {
    name: 'pages in every view',
    command: [...e2e, 'specs/accessibility/', 'specs/frame/'],
    env: { TEST_TIER: 'nightly' },
  },
  // Sample: PostgreSQL 17 and PGlite, and the migrations on PostgreSQL 15.
  postgres15: { name: 'PostgreSQL 15', command: [...unit, 'backend,database'], env: { POSTGRES: '15' } },
  // Sample: e2e/specs/hosting.
  nginx: { name: 'behind nginx', command: e2e, env: { E2E_SERVER: 'nginx' } },
  // Tests that fail now and then. Sample: one run of everything.
  repeat: { name: 'three times over', command: [...e2e, '--repeat-each=3'] },
  // Half an hour of calls on each database. Sample: the gateway's own tests.
  soak: { name: 'soak', command: ['npx', 'tsx', 'bench/gateway.ts', '--soak', '30m'] },
  // A month of fifty teams in one store. Sample: tools/cli/src/composition/concurrency.test.ts.
  teams: { name: 'fifty teams', command: ['npx', 'tsx', 'bench/teams.ts'] },
  // Ten journeys as videos. Sample: the specs of each of their steps.
  journeys: { name: 'journeys', command: ['npm', 'run', 'journeys', '-w', '@slipway/e2e'] },
  // Every page and state in every view against the last commit of main. Sample: layout and contrast in e2e/specs/accessibility.
  visual: { name: 'pictures', command: ['npm', 'run', 'screens:compare', '-w', '@slipway/e2e'] },
  // The shell and every slice, built in two folders. Sample: tools/pack/src/pack.test.ts builds one slice.
  reproducible: { name: 'reproducible builds', command: ['npx', 'tsx', 'bench/reproducibleBuilds.ts'] },
  // Sample: none; the unit tests that it measures run in `npm test`.
  mutation: { name: 'mutation', command: ['npm', 'run', 'mutation'] },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(
    `There is no nightly step ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}`,
  );
  process.exit(1);
}

requireNode();
installPackages();
process.env.SLIPWAY_CHROMIUM ||= chromiumPath();
process.env.NX_DAEMON = 'false';
webServers();

const chosen = names.length > 0 ? names : Object.keys(steps);
const total = { passed: 0, failed: 0, skipped: 0 };
const failedSteps = [];
for (const name of chosen) {
  removeReports();
  failedSteps.push(...(await runInOrder([steps[name]])));
  for (const [kind, count] of Object.entries(countTests())) total[kind] += count;
}

const passed = total.passed + chosen.length - failedSteps.length;
const failed = total.failed + failedSteps.length;
if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
