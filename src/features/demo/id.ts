export const DEMO_STORE_ID = "demo";
