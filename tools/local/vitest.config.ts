import { nodeTests } from '../../vitest.shared';

export default nodeTests({ timeout: 60_000 });
