/** A host that records what a workflow would do, and answers commands as the test says. */
import type { Host, JobPlace, Ran } from './run';
import { scriptAt } from './workflow';

export interface Recorded {
  job: string;
  /** A command, or an action with its inputs. */
  line: string;
  env: Record<string, string>;
}

/** Outputs of the first entry whose pattern matches the command; `fail` for one that fails. */
export type Answers = readonly (readonly [RegExp, Record<string, string> | 'fail'])[];

export function recorder(root: string, github: Record<string, unknown>, answers: Answers = []) {
  const lines: Recorded[] = [];
  /** As `scriptAt` names them. */
  const reached = new Set<string>();
  const named = (kind: string) => (environment: string | undefined) => ({
    SLIPWAY_RELEASE: 'on',
    ...{ REGISTRY: 'registry.example', REGISTRY_USER: 'ci', REGISTRY_PASSWORD: 'secret', AWS_REGION: 'eu' },
    ...{ DATABASE_URL: 'postgres://db', DEPLOY_SERVICE: 'true', NPM_REGISTRY: 'npm', NODE_AUTH_TOKEN: 'npm' },
    SLIPWAY_SIGNING_KEY: `${kind} of ${environment ?? 'the repository'}`,
    SLIPWAY_ROLE: `role of ${environment ?? 'the repository'}`,
  });
  const host: Host = {
    ...{ root, github, vars: named('variable'), secrets: named('key') },
    run({ name }: JobPlace, command): Promise<Ran> {
      const { script: line, env } = command;
      lines.push({ job: name, line, env });
      reached.add(scriptAt(command));
      const answer = answers.find(([pattern]) => pattern.test(line))?.[1] ?? {};
      return Promise.resolve(answer === 'fail' ? { code: 1, outputs: {} } : { code: 0, outputs: answer });
    },
    action({ name }, action, inputs) {
      lines.push({ job: name, line: `${action} ${JSON.stringify(inputs)}`, env: {} });
      return Promise.resolve();
    },
  };
  return { host, lines, reached, of: (job: string) => lines.filter((one) => one.job === job) };
}
