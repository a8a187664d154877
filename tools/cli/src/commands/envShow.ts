/** `slipway env show <name>`: prints an environment's file, with the defaults of the fields it leaves out. */
import { slipwayCommand } from '../command-line/command';

export default slipwayCommand({
  meta: { name: 'slipway env show', description: 'Show an environment file with its defaults' },
  args: { name: { type: 'positional', required: true, description: 'The environment' } },
  examples: ['slipway env show local'],
  run({ name }, terminal) {
    const environment = terminal.workspace().environment(name);
    return Promise.resolve({ text: JSON.stringify(environment, null, 2), data: environment });
  },
});
