import { customerExportPage, customerPage } from "./customers/customer.ts";
import { customersPage } from "./customers/list.ts";
import { eventsPage } from "./data/events.ts";
import { exportFilePage, exportsPage } from "./data/exports.ts";
import { jobsPage } from "./data/jobs.ts";
import { mailsPage } from "./data/mails.ts";
import { deliveriesPage } from "./developer/all-deliveries.ts";
import { clientsPage } from "./developer/clients.ts";
import { deliveryPage } from "./developer/delivery.ts";
import { newClientPage } from "./developer/new-client.ts";
import { newWebhookPage } from "./developer/new-webhook.ts";
import { rejectionsPage } from "./developer/rejections.ts";
import { requestsPage } from "./developer/requests.ts";
import { webhookPage } from "./developer/webhook.ts";
import { webhookSettingsPage } from "./developer/webhook-settings.ts";
import { webhooksPage } from "./developer/webhooks.ts";
import { goPage } from "./go/go.ts";
import { homePage } from "./home.ts";
import { stockImportPages } from "./inventory/imports.ts";
import { levelPage } from "./inventory/level.ts";
import { inventoryPage } from "./inventory/list.ts";
import { orderImportPages } from "./orders/imports.ts";
import { ordersPage } from "./orders/list.ts";
import { orderPage } from "./orders/order.ts";
import type { ConsolePage } from "./page.ts";
import { policyPage } from "./policy/policy.ts";
import { returnImagePage } from "./returns/image.ts";
import { returnsFilePage, returnsPage } from "./returns/list.ts";
import { newReturnPage } from "./returns/new.ts";
import { payoutsPage } from "./returns/payouts.ts";
import { returnPage } from "./returns/return.ts";
import { searchPage } from "./search.ts";
import { editSegmentPage, newSegmentPage } from "./segments/edit.ts";
import { segmentsPage } from "./segments/list.ts";
import { segmentPage } from "./segments/segment.ts";
import { connectorPage } from "./settings/connector.ts";
import { connectorsPage } from "./settings/connectors.ts";
import { generalPage } from "./settings/general.ts";
import { integrationPage } from "./settings/integration.ts";
import { integrationsPage, newIntegrationPage } from "./settings/integrations.ts";
import { locationPage, newLocationPage } from "./settings/location.ts";
import { locationsPage } from "./settings/locations.ts";
import { peoplePage } from "./settings/people.ts";
import { personPage } from "./settings/person.ts";
import { retentionPage } from "./settings/retention.ts";
import { shopperSettingsPage } from "./settings/shopper.ts";
import { receivePage } from "./warehouse/receive.ts";
import { scanPage } from "./warehouse/scan.ts";
import { withdrawalsPage } from "./withdrawals/list.ts";
import { withdrawalPage } from "./withdrawals/withdrawal.ts";

/** Every page of a store. */
export const PAGES: readonly ConsolePage[] = [
  homePage,
  returnsPage,
  returnsFilePage,
  newReturnPage,
  returnPage,
  returnImagePage,
  withdrawalsPage,
  withdrawalPage,
  scanPage,
  receivePage,
  ordersPage,
  ...orderImportPages,
  orderPage,
  customersPage,
  customerPage,
  customerExportPage,
  clientsPage,
  newClientPage,
  webhooksPage,
  newWebhookPage,
  webhookPage,
  webhookSettingsPage,
  deliveriesPage,
  deliveryPage,
  searchPage,
  goPage,
  inventoryPage,
  ...stockImportPages,
  levelPage,
  eventsPage,
  segmentsPage,
  newSegmentPage,
  segmentPage,
  editSegmentPage,
  exportsPage,
  exportFilePage,
  jobsPage,
  mailsPage,
  payoutsPage,
  requestsPage,
  rejectionsPage,
  generalPage,
  shopperSettingsPage,
  policyPage,
  locationsPage,
  newLocationPage,
  locationPage,
  integrationsPage,
  newIntegrationPage,
  integrationPage,
  connectorsPage,
  connectorPage,
  peoplePage,
  personPage,
  retentionPage,
];
