/** Reads the Markdown documents of the repository: links, headings, shell commands and code spans. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../../..');

/** Files of the repository that match one of git's patterns, ignored ones excluded. */
export const files = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean);

/** Markdown files, without the specification, which is given. */
export const documents = files('*.md').filter((file) => !file.startsWith('docs/spec/'));

export const read = (file: string) => readFileSync(join(root, file), 'utf8');

const codeBlock = /^```(\w*)\n([\s\S]*?)^```/gm;

/** Targets of links and images, without external ones. */
export const links = (text: string) =>
  [...text.replace(codeBlock, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(?:https?|mailto):/.test(target));

/** The anchors of a document's headings, as GitHub makes them. */
export const anchors = (text: string) =>
  [...text.replace(codeBlock, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[`*_]/g, '')
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The commands of all `sh` blocks, in order: continued lines joined, comments and prompts removed. */
export const commands = (text: string) =>
  [...text.matchAll(codeBlock)]
    .filter(([, language]) => language === 'sh')
    .flatMap(([, , body = '']) => body.replace(/\\\n\s*/g, ' ').split('\n'))
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter(Boolean);

/** Code spans outside of blocks. */
export const codeSpans = (text: string) =>
  [...text.replace(codeBlock, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
