/** Old revisions that the console serves: each is a `slipway open` that ends with the console. */
import { AppError } from '@slipway/contracts';
import type { Terminal } from '../command-line/command';
import { invoke } from '../command-line/invoke';
import open from '../commands/open';

export interface OpenRevisions {
  /** The address of a revision; the same one when it is open already. @throws what the command throws */
  open(environment: string, revision: number): Promise<{ address: string }>;
}

export function createOpenRevisions(terminal: Terminal, ended: Promise<void>): OpenRevisions {
  const servers = new Map<string, Promise<{ address: string }>>();

  const start = (environment: string, revision: number) =>
    new Promise<{ address: string }>((resolve, reject) => {
      const args = ['--env', environment, '--revision', String(revision)];
      const quiet: Terminal = {
        ...terminal,
        isInteractive: false,
        print: ({ data }) => {
          const { address } = data as { address?: string };
          if (address !== undefined) resolve({ address });
        },
        interrupted: () => ended,
      };
      invoke('open', open, args, quiet).then(
        () => {
          reject(new AppError('unavailable', 'The revision is no longer open'));
        },
        (error: unknown) => {
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      );
    });

  return {
    open(environment, revision) {
      const name = `${environment}@${String(revision)}`;
      const found = servers.get(name) ?? start(environment, revision);
      servers.set(name, found);
      found.catch(() => servers.delete(name));
      return found;
    },
  };
}
