/** `slipway env show <name>`: an environment as its file says, with what stands there by default. */
import { slipwayCommand } from '../command-line/command';

export default slipwayCommand({
  meta: { name: 'slipway env show', description: 'An environment, as its file says' },
  args: { name: { type: 'positional', required: true, description: 'The environment' } },
  examples: ['slipway env show staging'],
  run({ name }, terminal) {
    const environment = terminal.workspace().environment(name);
    return Promise.resolve({ text: JSON.stringify(environment, null, 2), data: environment });
  },
});
