/** `slipway alerts --env`: tells the owners of slices when too many views fail, through webhooks. */
import { isAppError } from '@slipway/contracts';
import { alertLines } from '../alerts/message';
import { type AlertRound, createAlertRounds, watchAlerts } from '../alerts/round';
import { alertFiles, readAlertSettings } from '../alerts/settings';
import { environmentArg, type Output, slipwayCommand } from '../command-line/command';
import { parseDuration } from '../command-line/durations';
import { healthSource } from '../command-line/healthSource';
import { openTarget } from '../command-line/target';
import { count } from '../command-line/text';

function outputOf({ found, sent, failed, unknownOwners }: AlertRound): Output {
  return {
    text: [
      `${count(found.length, 'alert')}, ${count(sent, 'message')} sent`,
      ...found.flatMap((alert) => alertLines(alert).map((line, at) => (at === 0 ? line : `  ${line}`))),
      ...failed.map((message) => `not sent, and tried again later: ${message}`),
      ...unknownOwners.map((owner) => `no receiver for ${owner}: add it, or "*", to the owners`),
    ].join('\n'),
    data: { found, sent, failed, unknownOwners },
  };
}

export default slipwayCommand({
  meta: { name: 'slipway alerts', description: 'Tell the owners of slices when too many views fail' },
  args: {
    ...environmentArg,
    once: { type: 'boolean', default: false, description: 'Look once, send what is due, and end' },
    every: {
      type: 'string',
      valueHint: 'duration',
      default: '60s',
      description: 'The time between two checks',
    },
    settings: {
      type: 'string',
      valueHint: 'file',
      description: 'The webhooks, by owner; by default alerts/<environment>.json in SLIPWAY_HOME',
    },
  },
  examples: ['slipway alerts --env production', 'slipway alerts --env production --once --json'],
  async run({ env, once, every, settings: file }, terminal) {
    const interval = parseDuration('--every', every);
    const target = await openTarget(terminal.workspace(), env);
    const { workspace, environment } = target;
    const readSettings = () =>
      readAlertSettings(file ?? alertFiles(workspace.home, environment.name).settings);
    readSettings(); // a wrong file ends the command at once
    const request = { target, source: healthSource(terminal.env, target), readSettings };
    if (once) return outputOf(await createAlertRounds(request)());
    const stop = new AbortController();
    void terminal.interrupted().then(() => {
      stop.abort();
    });
    let shown = '';
    await watchAlerts(request, {
      every: interval,
      signal: stop.signal,
      report(round) {
        if (round instanceof Error && !isAppError(round)) throw round;
        const output =
          round instanceof Error ? { text: round.message, data: { error: round.message } } : outputOf(round);
        if (output.text !== shown) terminal.print(output);
        shown = output.text;
      },
    });
    return { text: 'Stopped', data: { event: 'stopped' } };
  },
});
