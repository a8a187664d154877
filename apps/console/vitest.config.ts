import { browserTests } from '../../vitest.shared.ts';

export default browserTests();
