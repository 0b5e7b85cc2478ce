import { USER } from "./medusa-process.ts";
import { type ShopApi, shopApi } from "./shop-api.ts";

/** What the shop sells, and where: regions with prices without tax, with tax, and in a currency without decimals. */
export type Seeded = {
  admin: ShopApi;
  store: ShopApi;
  apiKey: string;
  regions: Region[];
  locationId: string;
  variants: Variant[];
  promotions: string[];
};

export type Region = { id: string; currency: string; country: string; shippingOptionId: string };
export type Variant = { id: string; inventoryItemId: string; sku: string };

type Made<Name extends string> = Record<Name, { id: string }>;

const REGIONS = [
  { name: "Germany", currency_code: "eur", country: "de", rate: 19, is_tax_inclusive: true },
  { name: "United States", currency_code: "usd", country: "us", rate: 8.875, is_tax_inclusive: false },
  { name: "Japan", currency_code: "jpy", country: "jp", rate: 10, is_tax_inclusive: true },
];

const PRICES = [9.99, 19.5, 33.33, 120, 7.77];
/** Of each variant, at first. */
export const STOCK = 100_000;

/** Fills a new Medusa by its admin API. */
export async function seedShop(origin: () => string): Promise<Seeded> {
  const anonymous = shopApi(origin, () => ({}));
  const { token } = await anonymous.askAgain<{ token: string }>("POST", "/auth/user/emailpass", USER);
  const byUser = shopApi(origin, () => ({ Authorization: `Bearer ${token}` }));
  const key = async (type: string) => {
    const { api_key } = await byUser.ask<{ api_key: { id: string; token: string } }>(
      "POST",
      "/admin/api-keys",
      {
        ...{ title: type, type },
      },
    );
    return api_key;
  };
  const { token: apiKey } = await key("secret");
  const admin = shopApi(origin, () => ({ Authorization: `Basic ${btoa(`${apiKey}:`)}` }));
  const make = <Name extends string>(path: string, body: object) => admin.ask<Made<Name>>("POST", path, body);

  const { sales_channel: channel } = await make<"sales_channel">("/admin/sales-channels", { name: "Web" });
  const { stores } = await admin.ask<{ stores: { id: string }[] }>("GET", "/admin/stores");
  await admin.ask("POST", `/admin/stores/${stores[0]?.id}`, {
    supported_currencies: REGIONS.map(({ currency_code, is_tax_inclusive }, i) => ({
      ...{ currency_code, is_tax_inclusive, is_default: i === 0 },
    })),
    default_sales_channel_id: channel.id,
  });
  const publishable = await key("publishable");
  await admin.ask("POST", `/admin/api-keys/${publishable.id}/sales-channels`, { add: [channel.id] });
  const store = shopApi(origin, () => ({ "x-publishable-api-key": publishable.token }));

  const { stock_location: location } = await make<"stock_location">("/admin/stock-locations", {
    name: "Warehouse",
  });
  const at = `/admin/stock-locations/${location.id}`;
  await admin.ask("POST", `${at}/sales-channels`, { add: [channel.id] });
  await admin.ask("POST", `${at}/fulfillment-providers`, { add: ["manual_manual"] });
  await admin.ask("POST", `${at}/fulfillment-sets`, { name: "Parcels", type: "shipping" });
  const { stock_location: withSets } = await admin.ask<{
    stock_location: { fulfillment_sets: { id: string }[] };
  }>("GET", `${at}?fields=*fulfillment_sets`);
  const setId = withSets.fulfillment_sets[0]?.id;
  const { fulfillment_set: set } = await admin.ask<{ fulfillment_set: { service_zones: { id: string }[] } }>(
    "POST",
    `/admin/fulfillment-sets/${setId}/service-zones`,
    { name: "World", geo_zones: REGIONS.map(({ country }) => ({ type: "country", country_code: country })) },
  );
  const { shipping_profile: profile } = await make<"shipping_profile">("/admin/shipping-profiles", {
    ...{ name: "Parcel", type: "parcel" },
  });
  const { shipping_option: option } = await make<"shipping_option">("/admin/shipping-options", {
    ...{ name: "Standard", price_type: "flat", provider_id: "manual_manual" },
    ...{ service_zone_id: set.service_zones[0]?.id, shipping_profile_id: profile.id },
    type: { label: "Standard", description: "Some days", code: "standard" },
    prices: REGIONS.map(({ currency_code }) => ({
      currency_code,
      amount: currency_code === "jpy" ? 500 : 4.9,
    })),
    rules: [
      { attribute: "enabled_in_store", operator: "eq", value: "true" },
      { attribute: "is_return", operator: "eq", value: "false" },
    ],
  });

  const regions: Region[] = [];
  for (const { country, rate, ...region } of REGIONS) {
    const { region: made } = await make<"region">("/admin/regions", {
      ...{ ...region, countries: [country], payment_providers: ["pp_system_default"] },
    });
    await make("/admin/tax-regions", {
      ...{ country_code: country, provider_id: "tp_system" },
      default_tax_rate: { rate, code: `vat-${country}`, name: "VAT" },
    });
    regions.push({ id: made.id, currency: region.currency_code, country, shippingOptionId: option.id });
  }
  const variants = await products({
    admin,
    channelId: channel.id,
    profileId: profile.id,
    locationId: location.id,
  });
  const promotions = await promotionsOf(admin);
  return { admin, store, apiKey, regions, locationId: location.id, variants, promotions };
}

type Place = { admin: ShopApi; channelId: string; profileId: string; locationId: string };

async function products({ admin, channelId, profileId, locationId }: Place): Promise<Variant[]> {
  const variants: Variant[] = [];
  for (const [i, price] of PRICES.entries()) {
    const { product } = await admin.ask<{ product: { variants: { id: string }[] } }>(
      "POST",
      "/admin/products",
      {
        ...{ title: `Product ${i}`, status: "published", shipping_profile_id: profileId },
        options: [{ title: "Size", values: ["S", "M"] }],
        sales_channels: [{ id: channelId }],
        variants: ["S", "M"].map((size) => ({
          ...{ title: size, sku: `SKU-${i}-${size}`, manage_inventory: true, options: { Size: size } },
          prices: REGIONS.map(({ currency_code }) => ({
            ...{ currency_code, amount: currency_code === "jpy" ? Math.round(price * 100) : price },
          })),
        })),
      },
    );
    for (const { id } of product.variants) {
      const { variant } = await admin.ask<{
        variant: { sku: string; inventory_items: { inventory_item_id: string }[] };
      }>(
        "GET",
        `/admin/products/${(product as unknown as { id: string }).id}/variants/${id}?fields=*inventory_items`,
      );
      const inventoryItemId = variant.inventory_items[0]?.inventory_item_id ?? "";
      await admin.ask("POST", `/admin/inventory-items/${inventoryItemId}/location-levels`, {
        ...{ location_id: locationId, stocked_quantity: STOCK },
      });
      variants.push({ id, inventoryItemId, sku: variant.sku });
    }
  }
  return variants;
}

async function promotionsOf(admin: ShopApi): Promise<string[]> {
  const methods = {
    TENTH: { type: "percentage", target_type: "items", allocation: "across", value: 10 },
    FIVE: { type: "fixed", target_type: "order", value: 5, currency_code: "eur" },
    FREE: {
      type: "percentage",
      target_type: "shipping_methods",
      allocation: "each",
      value: 100,
      max_quantity: 1,
    },
  };
  for (const [code, application_method] of Object.entries(methods)) {
    await admin.ask("POST", "/admin/promotions", {
      code,
      type: "standard",
      status: "active",
      application_method,
    });
  }
  return Object.keys(methods);
}
