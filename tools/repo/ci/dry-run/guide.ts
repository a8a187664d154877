/** The example workflows of docs/ci.md. */
import { read } from '../../docs/markdown';
import { parseWorkflow } from './workflow';

/** By the name of its file. */
export const guideExample = (name: string) =>
  parseWorkflow(
    new RegExp(`\`\`\`yaml\\n(# \\.github/workflows/${name}[\\s\\S]*?)\`\`\``).exec(
      read('docs/ci.md'),
    )?.[1] ?? '',
  );
