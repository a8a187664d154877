import { databaseTests } from '../../vitest.shared';

export default databaseTests();
