/**
 * Carries out a Containerfile without a container engine: each stage is a folder, `COPY` copies, `RUN` runs. For the
 * instructions that ours have; any other is an error.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Copy, DockerfileParser, type Instruction } from 'dockerfile-ast';
import { files, root } from '../docs/markdown';

export interface Image {
  /** The folder of its last stage, which has `folder` inside as the working directory. */
  folder: string;
  environment: Record<string, string>;
  command: readonly string[];
  port: number;
  /** The URL that its health check asks for. */
  health: string;
}

/** Whether `.dockerignore` leaves a file out. */
export function isLeftOut(path: string): boolean {
  return readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .some((pattern) => {
      const source = pattern
        .replaceAll('.', '\\.')
        .replace(/^\*\*\//, '(?:.*/)?')
        .replaceAll(/(?<!\.|\))\*/g, '[^/]*');
      return new RegExp(`^${source}(?:/|$)`).test(path);
    });
}

export const instructionsOf = (containerfile: string): Instruction[] =>
  DockerfileParser.parse(readFileSync(join(root, containerfile), 'utf8')).getInstructions();

/** The arguments of an instruction, continued lines joined. */
const wordsOf = (instruction: Instruction) =>
  (instruction.getArgumentsContent() ?? '').replaceAll(/^--\S+\s+|\\\n\s*/g, '').split(/\s+/);

/** Builds in an empty folder. @throws when a step fails, with its output */
export function buildImage(containerfile: string, place: string): Image {
  let stage = '';
  let folder = '/';
  const image = { environment: {} as Record<string, string>, command: [] as string[], port: 0, health: '' };
  const inStage = (path: string) => join(place, stage, path.startsWith('/') ? path : join(folder, path));

  const steps: Record<string, (words: string[], instruction: Instruction) => void> = {
    FROM([, , name = 'last']) {
      stage = name;
      folder = '/';
      mkdirSync(join(place, stage));
    },
    WORKDIR([path = '/']) {
      folder = path;
      mkdirSync(inStage('.'), { recursive: true });
    },
    COPY(paths, instruction) {
      const from = (instruction as Copy).getFromFlag()?.getValue() ?? '';
      const target = paths.pop() ?? '';
      for (const source of paths) {
        if (from) {
          // A file keeps its name in a folder, a folder gives its content.
          const isFile = /\.\w+$/.test(source);
          const to = isFile ? join(inStage(target), source.split('/').pop() ?? '') : inStage(target);
          cpSync(join(place, from, source), to, { recursive: true });
        } else
          for (const file of files(source).filter((path) => !isLeftOut(path))) {
            mkdirSync(dirname(join(inStage(target), file)), { recursive: true });
            cpSync(join(root, file), join(inStage(target), file));
          }
      }
    },
    RUN(_, instruction) {
      const command = instruction.getArgumentsContent() ?? '';
      const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], npm_config_prefer_offline: 'true' };
      execFileSync('sh', ['-c', command], { cwd: inStage('.'), env, stdio: 'pipe', encoding: 'utf8' });
    },
    ENV(words) {
      for (const word of words) {
        const [name = '', value = ''] = word.split('=');
        image.environment[name] = value;
      }
    },
    EXPOSE([port]) {
      image.port = Number(port);
    },
    HEALTHCHECK(words) {
      image.health = words.find((word) => word.startsWith('http://')) ?? '';
    },
    CMD(_, instruction) {
      image.command = JSON.parse(instruction.getArgumentsContent() ?? '[]') as string[];
    },
    USER: () => undefined,
    STOPSIGNAL: () => undefined,
  };
  for (const instruction of instructionsOf(containerfile)) {
    const step = steps[instruction.getKeyword()];
    if (!step) throw new Error(`${containerfile}: ${instruction.getKeyword()} is not known here`);
    step(wordsOf(instruction), instruction);
  }
  return { ...image, folder: inStage('.') };
}
