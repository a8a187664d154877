import { browserTests } from '../../vitest.shared';

export default browserTests();
