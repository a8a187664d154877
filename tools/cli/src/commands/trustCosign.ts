/** `slipway trust cosign <file>`: signs a new root with the root key of this machine, which needs neither store nor network. */
import { slipwayCommand } from '../command-line/command';
import { draftLines, readDraft, signDraft, writeDraft } from '../trust/rootDraft';
import { signerFrom } from '../trust/signer';

export default slipwayCommand({
  meta: { name: 'slipway trust cosign', description: 'Sign a new root with a key of this machine' },
  args: {
    file: { type: 'positional', required: true, description: 'The file that --draft wrote' },
    yes: { type: 'boolean', default: false, description: 'Sign without asking' },
  },
  examples: ['SLIPWAY_SIGNING_KEY_FILE=/media/a/root.pem slipway trust cosign root-2.json --yes'],
  async run({ file, yes }, { env, isInteractive, ask }) {
    const draft = readDraft(file);
    const lines = draftLines(draft);
    const isConfirmed =
      yes || (isInteractive && /^y(?:es)?$/i.test(await ask(`${lines.join('\n')}\nSign it? (yes/no) `)));
    if (!isConfirmed)
      return {
        text: [...lines, 'Not signed: read it, then run the command again with --yes'].join('\n'),
        data: { isSigned: false, version: draft.signed.version },
      };
    const signed = await signDraft(draft, signerFrom(env, ''));
    writeDraft(file, signed);
    return {
      text: draftLines(signed).join('\n'),
      data: { isSigned: true, version: signed.signed.version, keys: Object.keys(signed.signatures) },
    };
  },
});
