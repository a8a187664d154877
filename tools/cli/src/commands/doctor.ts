/** `slipway doctor`: whether environments are well, and what to do where one is not. */
import { AppError } from '@slipway/contracts';
import { slipwayCommand } from '../command-line/command';
import { findings } from '../composition/health';

export default slipwayCommand({
  meta: { name: 'slipway doctor', description: 'Say whether environments are well' },
  args: { env: { type: 'string', valueHint: 'name', description: 'One environment only' } },
  examples: ['slipway doctor', 'slipway doctor --env production'],
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
        ...found.map(({ what, isWell, detail }) => `  ${isWell ? 'ok' : 'NO'}  ${what}: ${detail}`),
      ])
      .join('\n');
    if (reports.some(({ findings: found }) => found.some(({ isWell }) => !isWell))) {
      throw new AppError('unavailable', `something is wrong\n${text}`);
    }
    return { text, data: reports };
  },
});
