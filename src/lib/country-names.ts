/** The codes of ISO 3166-1: of each country that of two letters and that of three. */
export const ALPHA_3 = `ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH
   BBBRB BDBGD BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT
   BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB
   CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP
   ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB
   GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL
   ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM
   KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY
   MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT
   MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU
   NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT
   REREU ROROU RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR
   SNSEN SOSOM SRSUR SSSSD STSTP SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS
   TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN
   VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE`;

/** Codes of CLDR and of shops for places that have none in ISO 3166-1, such as Kosovo. */
export const NOT_IN_ISO = ["AC", "CP", "DG", "EA", "IC", "TA", "XK"];

/** Names that shops, ISO 3166 and the United Nations use beside those of CLDR, by code, separated by `|`. */
export const COMMON_NAMES: Record<string, string> = {
  AC: "Ascension",
  AE: "UAE|Emirates",
  AG: "Antigua",
  AR: "Argentine Republic",
  AT: "Oesterreich|Republik Österreich",
  AX: "Aland|Åland",
  BA: "Bosnia",
  BL: "Saint Barth|St. Barts|St. Barths",
  BN: "Brunei Darussalam",
  BO: "Plurinational State of Bolivia",
  BQ: "Bonaire, Sint Eustatius and Saba|Bonaire|Saba|Sint Eustatius|Netherlands Antilles|BES Islands",
  BS: "Commonwealth of The Bahamas",
  BY: "Weißrussland|Biélorussie|Bielorussia|Wit-Rusland",
  CC: "Cocos Islands|Keeling Islands",
  CD:
    "Democratic Republic of the Congo|Congo, The Democratic Republic of the|DR Congo|DRC|" +
    "Congo (Kinshasa)|Zaire",
  CF: "CAR",
  CG: "Congo|Republic of the Congo|Congo (Brazzaville)",
  CH: "Swiss Confederation",
  CI: "Ivory Coast|Côte d'Ivoire|Cote dIvoire|Republic of Côte d'Ivoire",
  CN: "PRC|P.R. China|People's Republic of China|Mainland China",
  CV: "Cape Verde|Cabo Verde",
  CZ:
    "Czech Republic|Czechia|Česká republika|Tschechische Republik|République tchèque|" +
    "Repubblica Ceca|República Checa|Republika Czeska",
  DE: "Federal Republic of Germany|BRD|Bundesrepublik Deutschland",
  DM: "Dominica",
  DO: "Dominican Republic|Republica Dominicana",
  EH: "Western Sahara|Sahrawi Arab Democratic Republic",
  FK: "Falkland Islands (Malvinas)|Falklands|Malvinas",
  FM: "Federated States of Micronesia",
  FO: "Faeroe Islands|Faroes",
  FR: "French Republic|Metropolitan France",
  GA: "Gabonese Republic",
  GB:
    "United Kingdom|UK|U K|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|" +
    "Great Britain and Northern Ireland|United Kingdom of Great Britain and Northern Ireland|" +
    "Großbritannien|Grande-Bretagne|Gran Bretagna|Gran Bretaña|Groot-Brittannië|Engeland|Angleterre|" +
    "Inghilterra",
  GF: "Guyane",
  GG: "Bailiwick of Guernsey",
  GM: "Republic of The Gambia|The Gambia",
  GR: "Hellenic Republic|Hellas|Ellada",
  GS: "South Georgia|South Georgia/Sandwich Islands|South Georgia and the South Sandwich Islands",
  HK:
    "Hong Kong|Hongkong|HKSAR|Hong Kong SAR|Hong Kong, China|" +
    "Hong Kong, Special Administrative Region of China|香港",
  IE: "Republic of Ireland|Eire",
  IM: "Man",
  IR: "Islamic Republic of Iran",
  IT: "Italian Republic",
  JE: "Bailiwick of Jersey",
  JO: "Hashemite Kingdom of Jordan",
  KG: "Kyrgyz Republic",
  KN: "Saint Kitts|Saint Christopher and Nevis",
  KP: "North Korea|Korea (North)|Democratic People's Republic of Korea|Korea, Dem. People's Rep.|DPRK",
  KR: "South Korea|Korea (South)|Korea|Republic of Korea",
  LA: "Laos|Lao|Lao PDR|Lao People's Democratic Republic",
  LB: "Lebanese Republic",
  LU: "Luxemburg",
  LY: "Libyan Arab Jamahiriya",
  MD: "Moldavia|Moldawien",
  MF: "Saint Martin (French part)|Saint Martin|St. Martin",
  MK: "Macedonia|FYROM|Former Yugoslav Republic of Macedonia|" + "Macedonia, the Former Yugoslav Republic of",
  MM: "Burma|Myanmar|Republic of the Union of Myanmar",
  MO:
    "Macau|Macao|Macau SAR|Macao SAR|Macau, China|Macao, Special Administrative Region of China|澳門|" +
    "澳门|Macau SAR China",
  MX: "United Mexican States",
  NL: "Holland|The Netherlands|Kingdom of the Netherlands|Hollande|Olanda|Holanda|Holandia",
  NZ: "Aotearoa",
  PF: "Tahiti",
  PG: "Independent State of Papua New Guinea",
  PM: "Saint Pierre and Miquelon",
  PN: "Pitcairn",
  PS:
    "Palestine|State of Palestine|Occupied Palestinian Territory|Palestinian Territory|" +
    "Palestinian Territories",
  PT: "Portuguese Republic",
  PW: "Belau",
  RE: "Reunion",
  RS: "Serbia",
  RU: "Russia|Russian Federation",
  RW: "Rwandese Republic|Republic of Rwanda",
  SA: "KSA",
  SH: "Saint Helena, Ascension and Tristan da Cunha|Saint Helena",
  SJ: "Svalbard|Jan Mayen",
  SK: "Slovak Republic|Slovenská republika|Slowakische Republik",
  ST: "Sao Tome",
  SX: "Sint Maarten (Dutch part)|Saint Martin (Dutch part)|Sint Maarten|Saint Maarten",
  SY: "Syria|Syrian Arab Republic",
  SZ: "Swaziland|Eswatini",
  TA: "Tristan da Cunha",
  TF: "French Southern and Antarctic Lands",
  TG: "Togolese Republic",
  TL: "East Timor|Timor",
  TR: "Turkey|Turkiye|Türkiye",
  TT: "Trinidad",
  TW:
    "Taiwan|Taiwan, Province of China|Taiwan, China|Taiwan, Republic of China|Republic of China|" +
    "Chinese Taipei|ROC|臺灣",
  TZ: "United Republic of Tanzania|Zanzibar",
  UM:
    "United States Minor Outlying Islands|United States (US) Minor Outlying Islands|" +
    "USA Minor Outlying Islands",
  US:
    "USA|U S A|U S|US of A|United States of America|America|The States|Amerika|" +
    "Vereinigte Staaten von Amerika|États-Unis d'Amérique|Stati Uniti d'America|" +
    "Estados Unidos de América|Stany Zjednoczone Ameryki|Verenigde Staten van Amerika",
  UY: "Eastern Republic of Uruguay",
  VA: "Vatican|Vatican City State|Holy See|Holy See (Vatican City State)",
  VC: "Saint Vincent",
  VE: "Bolivarian Republic of Venezuela",
  VG: "British Virgin Islands|Virgin Islands (British)|Virgin Islands, British|BVI",
  VI:
    "Virgin Islands (U.S.)|Virgin Islands, U.S.|US Virgin Islands|United States Virgin Islands|" +
    "Virgin Islands of the United States|Virgin Islands (US)|USVI",
  VN: "Viet Nam|Vietnam|Socialist Republic of Viet Nam",
  WS: "Western Samoa|Independent State of Samoa",
  XK: "Kosovo|XKX|RKS",
};
