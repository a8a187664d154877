/**
 * `npm run api`: the reference of the published packages, from their docstrings, as Markdown in `docs/api`, which git
 * ignores. `docstrings.test.ts` looks for names without a description.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  Application,
  Comment,
  Converter,
  type DeclarationReflection,
  Logger,
  LogLevel,
  ReflectionKind,
} from 'typedoc';
import { entryPoints, headOf, isNamedAfter, packageNames } from './docstrings';
import { read, root } from './markdown';

/** Valibot's types of a schema join two declarations of each field, which share one comment. */
const JOINED_TYPES = 'has multiple declarations with a comment';

/** Collects warnings and errors instead of printing them. */
class Warnings extends Logger {
  readonly texts: string[] = [];

  override log(message: string, level: LogLevel): void {
    if (level >= LogLevel.Warn && !message.includes(JOINED_TYPES)) this.texts.push(message);
  }
}

const wordsOf = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** The first sentences of the entry modules, which TypeDoc gives to the first name that each exports. */
const moduleHeads = new Set(entryPoints.map((entry) => wordsOf(headOf(read(entry)) ?? entry)));

/** A name that its file is called after has the first sentence of the file, like every component. */
function describeByFile(reflection: DeclarationReflection): void {
  const file = reflection.sources?.[0]?.fullFileName ?? '';
  const head = isNamedAfter(file, reflection.name) ? headOf(readFileSync(file, 'utf8')) : undefined;
  for (const each of [reflection, ...(reflection.signatures ?? [])]) {
    if (moduleHeads.has(wordsOf(Comment.combineDisplayParts(each.comment?.summary)))) delete each.comment;
  }
  if (head === undefined) return;
  for (const each of reflection.signatures ?? [reflection])
    each.comment ??= new Comment([{ kind: 'text', text: head }]);
}

/** The name that a slice imports: `@slipway/design-system/overlays`. */
const nameOf = (file: string) => packageNames.get(relative(root, file)) ?? file;

/** Writes the reference into a folder. Returns what is wrong with it. */
export async function writeApiReference(folder: string): Promise<string[]> {
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: entryPoints.map((entry) => join(root, entry)),
    basePath: root,
    tsconfig: join(import.meta.dirname, 'tsconfig.api.json'),
    name: 'Packages for slices',
    readme: 'none',
    // Lint checks the types.
    skipErrorChecking: true,
    excludeExternals: true,
    disableGit: true,
    sourceLinkTemplate: '{path}',
    validation: { notExported: false, invalidLink: true, rewrittenLink: true, notDocumented: false },
    outputFileStrategy: 'modules',
    outputs: [{ name: 'markdown', path: folder }],
  } as Parameters<typeof Application.bootstrapWithPlugins>[0]);
  const warnings = new Warnings();
  app.logger = warnings;
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const each of Object.values(project.reflections)) {
      if (!each.isDeclaration() && !each.isSignature()) continue;
      if (each.isDeclaration() && !each.kindOf(ReflectionKind.SomeModule)) describeByFile(each);
      if (each.kindOf(ReflectionKind.SomeModule)) each.name = nameOf(each.sources?.[0]?.fullFileName ?? '');
      // A link would lead out of the folder.
      delete each.sources;
    }
  });
  const project = await app.convert();
  if (!project) return ['The packages could not be read', ...warnings.texts];
  app.validate(project);
  await app.generateOutputs(project);
  return warnings.texts;
}

if (process.argv[1] === import.meta.filename) {
  const folder = join(root, 'docs/api');
  const warnings = await writeApiReference(folder);
  if (warnings.length === 0) console.log(`Open ${relative(process.cwd(), join(folder, 'README.md'))}`);
  else {
    console.error(warnings.join('\n'));
    process.exitCode = 1;
  }
}
