import { nodeTests } from '../../vitest.shared.ts';

export default nodeTests({ timeout: 60_000 });
