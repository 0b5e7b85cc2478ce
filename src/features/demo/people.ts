import type { Random } from "./random.ts";

/** A customer's address; `taxRate` is the state's sales tax in hundredths of a percent. */
type Home = {
  street: string;
  city: string;
  state: string;
  code: string;
  postalCode: string;
  taxRate: number;
};

/** A customer of the demo store. The second location serves customers in the east. */
export type Person = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  home: Home;
  east: boolean;
};

const NAMES = [
  "Amara Okafor|Ben Castillo|Carla Jensen|Dmitri Volkov|Elena Marchetti|Femi Adeyemi|Grace Holloway|Hana Suzuki",
  "Ivan Petrov|José Herrera|Keira O'Donnell|Liam Fitzgerald|Mei Tanaka|Noah Bergström|Olivia Grant|Priya Raman",
  "Quentin Dubois|Rosa Delgado|Samuel Whitaker|Tessa Vandenberg|Umar Farooqi|Vera Lindholm|Wesley Park",
  "Ximena Cruz|Yusuf Demir|Zoë Kaplan|Aaron Feldman|Bianca Russo|Caleb Foster|Dana Moreau|Ethan Walsh",
  "Freya Nilsson|Gustavo Lima|Heather Boyd|Isaac Mensah|Julia Novak|Kenji Mori|Leila Haddad|Marcus Reid|Nina Brandt",
].flatMap((line) => line.split("|"));

/** City, state, state code, area code, postal code, sales tax, and whether it is in the east. */
const CITIES = [
  ["Portland", "Oregon", "OR", "503", "97205", 0, false],
  ["Seattle", "Washington", "WA", "206", "98103", 650, false],
  ["San Francisco", "California", "CA", "415", "94110", 725, false],
  ["San Diego", "California", "CA", "619", "92104", 725, false],
  ["Denver", "Colorado", "CO", "303", "80205", 290, false],
  ["Austin", "Texas", "TX", "512", "78704", 625, false],
  ["Phoenix", "Arizona", "AZ", "602", "85016", 560, false],
  ["Minneapolis", "Minnesota", "MN", "612", "55408", 688, false],
  ["Chicago", "Illinois", "IL", "312", "60614", 625, true],
  ["Columbus", "Ohio", "OH", "614", "43206", 575, true],
  ["Brooklyn", "New York", "NY", "718", "11215", 400, true],
  ["Boston", "Massachusetts", "MA", "617", "02130", 625, true],
  ["Atlanta", "Georgia", "GA", "404", "30307", 400, true],
  ["Raleigh", "North Carolina", "NC", "919", "27605", 475, true],
] as const;

const STREETS = ["Alder St", "Birch Ave", "Cedar Ln", "Hawthorne Blvd", "Juniper Ct", "Maple St", "Ridge Rd"];

export function createPeople(random: Random): Person[] {
  return NAMES.map((name, i) => {
    const [firstName = "", ...rest] = name.split(" ");
    const lastName = rest.join(" ");
    const [city, state, code, area, postalCode, taxRate, east] = random.pick(CITIES);
    const street = `${random.between(12, 4899)} ${random.pick(STREETS)}`;
    return {
      id: `${7101 + i}`,
      firstName,
      lastName,
      email: `${plain(firstName)}.${plain(lastName)}@example.com`,
      phoneNumber: `+1${area}55501${String(i + 10).padStart(2, "0")}`,
      home: { street, city, state, code, postalCode, taxRate },
      east,
    };
  });
}

function plain(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/[^A-Za-z]/g, "")
    .toLowerCase();
}
