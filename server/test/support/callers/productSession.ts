import { type Maintenance, openMaintenance } from '#start/commands/openMaintenance.ts';
import { readConfig } from '#platform/config/config.ts';
import { issueDashboardToken } from '#teams/accounts/sessions/issueDashboardToken.ts';
import { openSession } from '#teams/accounts/signIn/openSession.ts';
import { findUser } from '#teams/accounts/users/findUser.ts';
import { type Product, PRODUCT_ADMIN_TOKEN, PRODUCT_SECRET } from '../product.ts';
import { endings, shareInProcess } from '../run/endings.ts';
import { silentLog } from '../silentLog.ts';

/** Of each product: tests of several files may use it. */
const opened = new Map<string, () => Promise<Maintenance>>();

/** A session of somebody in a product, made beside it in its database: a password would cost a hash. */
export async function openProductSession(product: Product, email: string) {
  const { connectionString } = product;
  const open = opened.get(connectionString) ?? shareInProcess(() => openBeside(product));
  opened.set(connectionString, open);
  const { accounts, db } = await open();
  const user = await findUser(db, { email });
  if (!user) throw new Error(`Nobody has the email ${email}`);
  const { session, setCookies } = await openSession(accounts, user, {});
  const [, name, value, path] = /^([^=]+)=([^;]+);.*Path=([^;]+)/.exec(setCookies[0] ?? '') ?? [];
  if (!name || !value || !path) throw new Error('The session has no cookie');
  const { token } = await issueDashboardToken(accounts, session);
  return {
    /** As browsers keep it. */
    cookie: { name, value, path },
    /** For calls without a browser. */
    token,
  };
}

async function openBeside({ connectionString, origin, dataDir }: Product): Promise<Maintenance> {
  const config = readConfig({
    DATABASE_URL: connectionString,
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    SECRET: PRODUCT_SECRET,
    ADMIN_TOKEN: PRODUCT_ADMIN_TOKEN,
  });
  return endings.use(await openMaintenance(config, silentLog));
}
