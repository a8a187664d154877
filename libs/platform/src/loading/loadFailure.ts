/** Why a part could not be loaded, and whether its files or its code failed. */
import { AppError, type ErrorCode, type HealthPart, type HealthPhase, isAppError } from '@slipway/contracts';

export class LoadFailure extends AppError {
  constructor(
    readonly phase: HealthPhase,
    readonly part: HealthPart,
    code: ErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(code, message, options);
  }
}

/** The document has a part of the composition, and the rest could not be loaded. */
export class RestFailure extends LoadFailure {
  constructor(cause: unknown) {
    super('load', 'manifest', isAppError(cause) ? cause.code : 'slice_unreachable', textOf(cause), { cause });
  }
}

export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Errors of webpack, Rspack, Vite and Module Federation for a file that could not be fetched. */
const unloaded =
  /Loading (?:CSS )?(?:chunk|module)|ChunkLoadError|RUNTIME-0(?:03|07|08|13)|dynamically imported module|module script failed|Failed to fetch|shared module|strictVersion|Unsatisfied version/i;

/** Whether a file could not be fetched, as opposed to an error while it was evaluated. */
export const isUnloaded = (error: unknown): boolean => {
  if (error instanceof LoadFailure) return error.phase !== 'evaluate';
  if (isAppError(error)) return true;
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  return unloaded.test(text) && !text.includes('ScriptExecutionError');
};

/** The kind of a file of a release. `entry` is the first file that the loader requests. */
export function partOfFile(file: string, entry: string): HealthPart {
  if (file === entry && file.endsWith('.json')) return 'manifest';
  if (file === entry || /(?:^|\/)remoteEntry\./.test(file)) return 'entry';
  return /(?:^|\/)__federation_expose_/.test(file) ? 'module' : 'chunk';
}

/**
 * Whether only a new document can load the part: a module is evaluated once, later requests join one that hangs, and a
 * document never changes its releases.
 */
export const needsNewDocument = (error: unknown): boolean =>
  (error instanceof LoadFailure && (error.phase === 'evaluate' || error.phase === 'hang')) ||
  (isAppError(error) && error.code === 'slice_incompatible') ||
  error instanceof RestFailure;
