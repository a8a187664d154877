import { databaseTests } from '../vitest.shared.ts';

export default databaseTests();
