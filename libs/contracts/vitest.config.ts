import { nodeTests } from '../../vitest.shared';

export default nodeTests();
