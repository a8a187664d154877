/** `slipway trust cosign <file>`: signs a new root with the root key of this machine, which needs neither store nor network. */
import { AppError } from '@slipway/contracts';
import { slipwayCommand, type Terminal } from '../command-line/command';
import { draftLines, readDraft, signDraft, writeDraft } from '../trust/rootDraft';
import { signerFrom } from '../trust/signer';

/** @throws `invalid_input` without a terminal, `conflict` for another answer than yes */
async function confirm(lines: readonly string[], { isInteractive, ask }: Terminal): Promise<void> {
  const shown = lines.join('\n');
  if (!isInteractive)
    throw new AppError(
      'invalid_input',
      `${shown}\nNot signed. Read it, then run the command again with --yes`,
    );
  const answer = await ask(`${shown}\nSign it? (yes/no) `);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new AppError('conflict', 'Not signed');
}

export default slipwayCommand({
  meta: { name: 'slipway trust cosign', description: 'Sign a new root with a key of this machine' },
  args: {
    file: { type: 'positional', required: true, description: 'The file that --draft wrote' },
    yes: { type: 'boolean', default: false, description: 'Sign without asking' },
  },
  examples: ['SLIPWAY_SIGNING_KEY_FILE=/media/a/root.pem slipway trust cosign root-2.json --yes'],
  async run({ file, yes }, terminal) {
    const draft = readDraft(file);
    if (!yes) await confirm(draftLines(draft), terminal);
    const { env } = terminal;
    const signed = await signDraft(draft, signerFrom(env, ''));
    writeDraft(file, signed);
    return {
      text: draftLines(signed).join('\n'),
      data: { isSigned: true, version: signed.signed.version, keys: Object.keys(signed.signatures) },
    };
  },
});
