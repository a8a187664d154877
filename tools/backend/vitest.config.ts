import { databaseTests } from '../../vitest.shared';

export default databaseTests('./src/testing/databases.ts');
