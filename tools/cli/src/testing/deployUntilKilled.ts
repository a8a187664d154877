/** Deploys one release after another until it is killed. Arguments: a workspace with the environment `staging`, a unique number. */
import { join } from 'node:path';
import { deploy } from '../composition/deploy';
import { findWorkspace } from '../environment/workspace';
import { builtRelease } from '../release/candidate';
import { shellRelease, sliceRelease, writeBuild } from './releases';

const [, , root = '', start = '0'] = process.argv;
const workspace = findWorkspace(root, { SLIPWAY_OWN_STORE: '1' });
const environment = workspace.environment('staging');
const store = await workspace.store(environment);
const shell = await builtRelease(await writeBuild(join(root, 'builds/shell'), shellRelease()));

for (let round = 0; ; round += 1) {
  const release = sliceRelease({ owner: `team-${start}-${String(round)}` });
  const { version } = release;
  const slice = await builtRelease(await writeBuild(join(root, 'builds', version), release));
  const began = Date.now();
  if (round === 0) process.stdout.write('ready\n');
  await deploy({
    workspace,
    environment,
    store,
    candidates: [shell, slice],
    edits: {
      stable: new Map([
        ['shell', shell.release.version],
        ['market', version],
      ]),
    },
    author: 'the deployer',
    reason: 'a test',
    claimTimeout: 0,
  });
  process.stdout.write(`${String(Date.now() - began)}\n`);
}
