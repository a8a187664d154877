/** `slipway trust merge <file…> --env`: publishes a root that its keys have signed on their machines. */
import { relative } from 'node:path';
import { AppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { requireWritable, writeOwnFile } from '../command-line/ownFiles';
import { openTrustTarget, storeArg } from '../command-line/trust';
import { adopt } from '../trust/adopt';
import { rejectExpired, serialize } from '../trust/document';
import { finishTrust, publishRoot } from '../trust/initialize';
import { rootKey } from '../trust/paths';
import { draftLines, mergeDrafts, readDraft } from '../trust/rootDraft';

export default slipwayCommand({
  meta: { name: 'slipway trust merge', description: 'Publish a root that several machines signed' },
  args: {
    file: { type: 'positional', required: true, description: 'The signed copies of the draft' },
    ...storeArg,
  },
  takesMany: true,
  examples: ['slipway trust merge root-2.ada.json root-2.bea.json --env production'],
  async run({ _: files, env }, terminal) {
    const root = mergeDrafts(files.map((path) => ({ path, root: readDraft(path) })));
    const { version } = root.signed;
    const workspace = terminal.workspace();
    const environment = workspace.environment(env);
    const store = await workspace.store(environment);
    const now = new Date(await store.now());
    rejectExpired(root.signed, now, 'The draft', 'make a new one');
    const data = { version, keys: Object.keys(root.signatures) };
    if (version === 1) {
      if (await store.get(rootKey(1)))
        throw new AppError(
          'conflict',
          `${store.address} has trust metadata: slipway trust show --env ${env}`,
        );
      const signer = workspace.trust.signer();
      const file = workspace.trust.rootFile(environment);
      await requireWritable(file); // the store has the metadata first
      await finishTrust(store, root, async (chain) =>
        adopt({ store, chain, signer, now }, await store.list('environments')),
      );
      await writeOwnFile(file, serialize(root));
      const text = `${store.address} has trust metadata now. Its root is in ${relative(workspace.root, file)}: commit that file`;
      return { text, data };
    }
    const { trust } = await openTrustTarget(terminal, env);
    const current = trust.chain.root.signed.version;
    if (version !== current + 1)
      throw new AppError(
        'conflict',
        `The draft is root ${String(version)}, and root ${String(current)} is current: make a new draft`,
      );
    await publishRoot(store, trust.chain.root, root);
    return { text: [...draftLines(root), `It is the root of ${store.address} now`].join('\n'), data };
  },
});
