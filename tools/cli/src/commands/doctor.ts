/** `slipway doctor`: checks environments, and says how to fix what is wrong. */
import { AppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { findings } from '../composition/health';

export default slipwayCommand({
  meta: { name: 'slipway doctor', description: 'Check the health of environments' },
  args: { env: { type: 'string', valueHint: 'name', description: 'Only this environment; all by default' } },
  examples: ['slipway doctor', 'slipway doctor --env local'],
  async run({ env }, terminal) {
    const workspace = terminal.workspace();
    const names = env === undefined ? workspace.names() : [env];
    const reports = await Promise.all(
      names.map(async (environment) => ({
        environment,
        findings: await findings(workspace, workspace.environment(environment)),
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
      throw new AppError('unavailable', `Some checks failed\n${text}`);
    }
    return { text, data: reports };
  },
});
