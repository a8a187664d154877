/** `slipway doctor`: checks environments, and says how to fix what is wrong. */
import { AppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { findings } from '../composition/doctor';
import type { Environment } from '../environment/environment';
import { rejectFamily } from '../environment/previews';
import { hostedFindings } from '../hosted/hostedFindings';
import { allEnded } from '../store/parallel';

export default slipwayCommand({
  meta: { name: 'slipway doctor', description: 'Check the health of environments' },
  args: {
    env: { type: 'string', valueHint: 'name', description: 'Only this environment; all by default' },
    hosted: {
      type: 'boolean',
      default: false,
      description: 'Check its hosted Supabase project instead, with DATABASE_URL',
    },
  },
  examples: [
    'slipway doctor',
    'slipway doctor --env local',
    'DATABASE_URL=postgres://… slipway doctor --hosted --env production',
  ],
  async run({ env, hosted }, terminal) {
    const workspace = terminal.workspace();
    if (hosted && env === undefined)
      throw new AppError(
        'invalid_input',
        'A connection belongs to one project: name its environment with --env',
      );
    if (env !== undefined) rejectFamily(workspace.environment(env));
    const names = env === undefined ? workspace.names() : [env];
    const examine = (environment: Environment) =>
      hosted ? hostedFindings(terminal.env, workspace, environment) : findings(workspace, environment);
    const reports = await allEnded(
      names.map(async (environment) => ({
        environment,
        findings: await examine(workspace.environment(environment)),
      })),
    );
    const text = reports
      .flatMap(({ environment, findings: found }) => [
        environment,
        ...found.map(
          ({ subject, isHealthy, detail }) => `  ${isHealthy ? 'ok' : 'FAILED'}  ${subject}: ${detail}`,
        ),
      ])
      .join('\n');
    if (reports.some(({ findings: found }) => found.some(({ isHealthy }) => !isHealthy))) {
      const failed = `Some checks failed\n${text}`;
      return { text: failed, data: reports, failure: 'unavailable' as const, isErrorText: true };
    }
    return { text, data: reports };
  },
});
