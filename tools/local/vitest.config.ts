import { databaseTests } from '../../vitest.shared';

export default databaseTests('@slipway/backend/testing/databases');
