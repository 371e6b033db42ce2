//! Shop: a catalogue with sizes and colours, a cart with coupons, checkout, orders, a wishlist and reviews.
//!
//! Everything hangs together here: a quantity changes the badge, the totals and the discount. The bugs are
//! where such apps keep a thing twice (a cached count, a shared selection, rows bound to positions), and in
//! what happens to a page while the user is elsewhere.

use crate::app::{App, Bug, BugKind, Manifest, Oracle, Recreate, Shows, Trap, TrapKind, Window};
use crate::cx::{Cx, Fault};
use crate::neighbours::Neighbour;
use crate::ui::{Nav, Ui};
use crate::{branch, cover};

/// Everything the app keeps.
#[derive(Clone)]
pub(crate) struct Shop {
    signed_in: bool,
    remember: bool,
    name: String,
    cart: Vec<Piece>,
    coupon: Option<Coupon>,
    wishes: Vec<usize>,
    orders: Vec<Order>,
    reviews: Vec<Review>,
    /// Products in the order they were looked at, the last first.
    seen: Vec<usize>,
    deal: usize,
    /// Where the last order went.
    street: String,
    /// From here on in memory only: rebuilt when a process begins.
    greeting: String,
    wish_count: usize,
    /// The user's stars as the averages count them, 0 for none.
    counted: [u32; PRODUCTS.len()],
    /// The size chosen last, on whatever page.
    last_size: usize,
    /// What the list of results was narrowed to.
    filter: String,
    /// Whose review a picture is taken for.
    photo_for: Option<usize>,
    /// A payment is under way.
    paying: bool,
}

impl Default for Shop {
    fn default() -> Self {
        Self {
            signed_in: false,
            remember: false,
            name: "Ada".into(),
            cart: Vec::new(),
            coupon: None,
            wishes: Vec::new(),
            orders: Vec::new(),
            reviews: Vec::new(),
            seen: Vec::new(),
            deal: 0,
            street: String::new(),
            greeting: String::new(),
            wish_count: 0,
            counted: [0; PRODUCTS.len()],
            last_size: MEDIUM,
            filter: String::new(),
            photo_for: None,
            paying: false,
        }
    }
}

/// A line of the cart.
#[derive(Clone, PartialEq, Eq)]
struct Piece {
    product: usize,
    variant: Variant,
    quantity: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Variant {
    size: usize,
    colour: usize,
}

#[derive(Clone)]
struct Order {
    pieces: Vec<Piece>,
    street: String,
    total: u32,
    placed: u64,
}

#[derive(Clone)]
struct Review {
    product: usize,
    stars: u32,
    text: String,
    photo: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Coupon {
    TenPercent,
    FreeShipping,
}

impl Coupon {
    const ALL: [(Coupon, &'static str); 2] =
        [(Coupon::TenPercent, "SAVE10"), (Coupon::FreeShipping, "FREESHIP")];

    fn code(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

struct Product {
    name: &'static str,
    tab: usize,
    cents: u32,
    sized: bool,
    stock: u32,
    /// Stars that others gave.
    stars: &'static [u32],
}

const fn product(
    name: &'static str,
    tab: usize,
    cents: u32,
    sized: bool,
    stock: u32,
    stars: &'static [u32],
) -> Product {
    Product { name, tab, cents, sized, stock, stars }
}

const PRODUCTS: [Product; 12] = [
    product("Rain coat", 1, 7900, true, 12, &[5, 4]),
    product("Canvas bag", 3, 2450, false, 30, &[]),
    product("Wool scarf", 1, 1990, false, 8, &[5, 5, 3]),
    product("Trail shoes", 2, 9900, true, 4, &[4]),
    product("Linen shirt", 1, 4500, true, 17, &[]),
    product("Backpack", 3, 6900, false, 6, &[4, 2]),
    product("Rubber boots", 2, 3900, true, 0, &[3]),
    product("Sun hat", 1, 1590, true, 21, &[]),
    product("Sandals", 2, 3490, true, 9, &[5]),
    product("Belt bag", 3, 2990, false, 3, &[1, 5]),
    product("Cotton socks", 1, 690, true, 80, &[4, 4, 5]),
    product("Suitcase", 3, 12900, false, 2, &[]),
];
const TABS: [&str; 4] = ["All", "Clothes", "Shoes", "Bags"];
const SIZES: [&str; 4] = ["S", "M", "L", "XL"];
const MEDIUM: usize = 1;
const COLOURS: [&str; 4] = ["Black", "Blue", "Green", "Sand"];
const WORDS: [&str; 5] = ["Sent it back", "Not for me", "It will do", "Good", "Just right"];
const EMAIL: &str = "ada@example.com";
const PASSWORD: &str = "lovelace";
const SHIPPING: u32 = 490;
const FREE_FROM: u32 = 10_000;
const MOST: u32 = 9;
const STOCK_MILLIS: u64 = 1_500;
const PAY_MILLIS: u64 = 3_000;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sort {
    Featured,
    Price,
    SeenLast,
}

impl Sort {
    const ALL: [(Sort, &'static str); 3] =
        [(Sort::Featured, "Featured"), (Sort::Price, "By price"), (Sort::SeenLast, "Seen last")];
}

#[derive(Clone)]
pub(crate) struct Home {
    tab: usize,
    sort: Sort,
    shown: Vec<usize>,
}

#[derive(Clone, Default)]
pub(crate) struct Form {
    name: String,
    street: String,
    email: String,
    card: String,
    errors: [Option<&'static str>; 4],
}

/// A review that is being written.
#[derive(Clone)]
pub(crate) struct Draft {
    product: usize,
    stars: u32,
    text: String,
    photo: Option<String>,
}

/// A search that is under way.
#[derive(Clone, Default)]
pub(crate) struct Search {
    query: String,
    found: Vec<usize>,
    /// Whether the keyboard's search key was pressed since something was typed.
    submitted: bool,
    /// Whether the page was turned since it was opened.
    turned: bool,
}

#[derive(Clone)]
pub(crate) enum Page {
    Login {
        email: String,
        password: String,
        remember: bool,
        error: Option<&'static str>,
    },
    Home(Home),
    Drawer,
    SortMenu(Sort),
    Search(Search),
    Product {
        product: usize,
        variant: Variant,
        stock: Option<u32>,
    },
    Colour(usize),
    Reviews(usize),
    Write(Draft),
    /// Which line of the cart each row was bound to.
    Cart(Vec<usize>),
    Coupon {
        code: String,
        error: Option<&'static str>,
    },
    Checkout(Form),
    Paying,
    Done {
        total: u32,
    },
    Orders,
    Order(usize),
    Wishlist,
    Account,
    EditName(String),
    LogOut,
}

#[derive(Clone)]
pub(crate) enum Msg {
    Close,
    /// The page above closed.
    Returned,
    Email(String),
    Password(String),
    Remember,
    SignIn,
    Guest,
    LoggedOut,
    OpenDrawer,
    OpenMenu,
    OpenSearch,
    OpenCart,
    OpenWishlist,
    OpenOrders,
    OpenAccount,
    AskLogOut,
    Tab(usize),
    Sort(Sort),
    Open(usize),
    Add(usize),
    Typed(String),
    Submit,
    Stock,
    Size(usize),
    ChooseColour,
    Colour(usize),
    Wish(usize),
    OpenReviews,
    Write,
    Stars(u32),
    TakePhoto,
    Photo(Option<String>),
    Confirmed,
    More(usize),
    Fewer(usize),
    Remove(usize),
    OpenCoupon,
    NoCoupon,
    CheckOut,
    Name(String),
    Street(String),
    Card(String),
    Pay,
    Paid,
    OpenOrder(usize),
    BuyAgain,
    EditName,
}

impl App for Shop {
    type Page = Page;
    type Msg = Msg;

    const MANIFEST: Manifest = Manifest {
        name: "shop",
        package: "com.example.shop",
        title: "Shop",
        about: "A catalogue, a cart with coupons, checkout, orders, wishlist and reviews",
        bugs: &[
            Bug {
                id: "size-of-another",
                title: "Choosing a size for a similar product changes the size chosen before it",
                retells: "no report: one selection shared by all product pages",
                kind: BugKind::WrongBehaviour,
                seen_by: &[Oracle::Independence { inserted: 3..6 }],
                trace: &[
                    "tap id=guest",
                    "tap text=\"Rain coat\"",
                    "tap text=\"L\"",
                    "tap text=\"Linen shirt\"",
                    "tap text=\"S\"",
                    "back",
                    "tap id=add_to_cart",
                    "tap id=cart",
                ],
                shows: Shows::Missing("text=\"L, Black\""),
            },
            Bug {
                id: "colour-rotated",
                title: "The colour chosen for a product is lost when the screen is turned",
                retells: "woocommerce-android issue #10867",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 4..5 }],
                trace: &[
                    "tap id=guest",
                    "tap text=\"Rain coat\"",
                    "tap id=colour",
                    "tap text=\"Blue\"",
                    "rotate",
                    "tap id=add_to_cart",
                    "tap id=cart",
                ],
                shows: Shows::Missing("text=\"M, Blue\""),
            },
            Bug {
                id: "coupon-dialog-left",
                title: "Looking at the coupon and leaving its dialog removes it",
                retells: "woocommerce-android issue #12687",
                kind: BugKind::DataLost,
                seen_by: &[Oracle::Neutral { inserted: 6..8 }],
                trace: &[
                    "tap id=guest",
                    "tap desc=\"Add Rain coat to cart\"",
                    "tap id=cart",
                    "tap id=coupon",
                    "type id=edit \"SAVE10\"",
                    "tap id=button1",
                    "tap id=coupon",
                    "tap id=button2",
                    "tap desc=\"More Rain coat\"",
                ],
                shows: Shows::Missing("id=discount"),
            },
            Bug {
                id: "cart-rows-stale",
                title: "After a line was removed from the cart, the quantity below it cannot be changed",
                retells: "no report: rows of a list keep the positions they were bound with",
                kind: BugKind::CannotProceed,
                seen_by: &[Oracle::Independence { inserted: 6..7 }],
                trace: &[
                    "tap id=guest",
                    "tap desc=\"Add Rain coat to cart\"",
                    "tap desc=\"Add Canvas bag to cart\"",
                    "tap desc=\"Add Wool scarf to cart\"",
                    "tap desc=\"Add Backpack to cart\"",
                    "tap id=cart",
                    "tap desc=\"Remove Rain coat\"",
                    "tap desc=\"More Backpack\"",
                ],
                shows: Shows::Missing("id=quantity text=\"2\""),
            },
            Bug {
                id: "search-again",
                title: "A second search looks only through the results of the one left before",
                retells: "PBFDroid table 3, SimpleTask issue #1156",
                kind: BugKind::WrongBehaviour,
                seen_by: &[
                    Oracle::Independence { inserted: 1..5 },
                    Oracle::Property { functions: &["search"] },
                ],
                trace: &[
                    "tap id=guest",
                    "tap id=search",
                    "type id=search_src_text \"coat\"",
                    "back",
                    "back",
                    "tap id=search",
                    "type id=search_src_text \"bag\"",
                ],
                shows: Shows::Missing("id=product_name text=\"Canvas bag\""),
            },
            Bug {
                id: "order-without-coupon",
                title: "The order history shows the total without the coupon",
                retells: "no report: a total computed in two places",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["add coupon", "order", "read order"] }],
                trace: &[
                    "tap id=guest",
                    "tap desc=\"Add Rain coat to cart\"",
                    "tap id=cart",
                    "tap id=coupon",
                    "type id=edit \"SAVE10\"",
                    "tap id=button1",
                    "tap id=checkout",
                    "type id=name \"Ada\"",
                    "type id=street \"1 Mill Lane\"",
                    "type id=email \"ada@example.com\"",
                    "type id=card \"4242424242424242\"",
                    "tap id=pay",
                    "wait 3000",
                    "tap id=my_orders",
                ],
                shows: Shows::Missing("id=order_total text=\"76.00\""),
            },
            Bug {
                id: "average-stale",
                title: "A product's average still counts the stars a review had before it was changed",
                retells: "PBFDroid table 3, AnyMemo issue #524",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["create review", "update review"] }],
                trace: &[
                    "tap id=guest",
                    "tap text=\"Canvas bag\"",
                    "tap id=reviews",
                    "tap id=write_review",
                    "tap desc=\"1 star\"",
                    "tap id=button1",
                    "tap id=write_review",
                    "tap desc=\"5 stars\"",
                    "tap id=button1",
                    "back",
                ],
                shows: Shows::Missing("text=\"5.0 from 1 review\""),
            },
            Bug {
                id: "wish-count-stale",
                title: "The drawer counts a wish that was removed on the wishlist",
                retells: "no report: a count kept beside the list it counts",
                kind: BugKind::InconsistentState,
                seen_by: &[Oracle::Property { functions: &["add wish", "remove wish", "count"] }],
                trace: &[
                    "tap id=guest",
                    "tap text=\"Canvas bag\"",
                    "tap id=wish",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Wishlist (1)\"",
                    "tap desc=\"Remove Canvas bag\"",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                ],
                shows: Shows::Present("text=\"Wishlist (1)\""),
            },
            Bug {
                id: "greeting-stale",
                title: "The drawer greets by the old name after it was changed",
                retells: "no report: a name kept beside the account it belongs to",
                kind: BugKind::WronglyDisplayed,
                seen_by: &[Oracle::Property { functions: &["update name", "read"] }],
                trace: &[
                    "type id=email \"ada@example.com\"",
                    "type id=password \"lovelace\"",
                    "tap id=sign_in",
                    "tap desc=\"Open navigation drawer\"",
                    "tap text=\"Account\"",
                    "tap id=edit_name",
                    "type id=edit \"Grace\"",
                    "tap id=button1",
                    "back",
                    "tap desc=\"Open navigation drawer\"",
                ],
                shows: Shows::Missing("text=\"Hello, Grace\""),
            },
            Bug {
                id: "guest-account",
                title: "The account page crashes for guests",
                retells: "no report: a page for signed-in users that guests reach",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &["tap id=guest", "tap desc=\"Open navigation drawer\"", "tap text=\"Account\""],
                shows: Shows::Crash("NullPointerException in AccountActivity.onCreate"),
            },
            Bug {
                id: "search-turned-back",
                title: "Turning the screen and back with a search typed and not sent crashes",
                retells: "woocommerce-android issue #7833",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=guest",
                    "tap id=search",
                    "rotate",
                    "type id=search_src_text \"bag\"",
                    "rotate",
                ],
                shows: Shows::Crash("IllegalStateException in SearchFragment.onQueryTextChange"),
            },
            Bug {
                id: "photo-after-kill",
                title: "A picture taken for a review crashes if the system ended the app meanwhile",
                retells: "no report: what the picture is for was only in memory",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=guest",
                    "tap text=\"Canvas bag\"",
                    "tap id=reviews",
                    "tap id=write_review",
                    "tap id=photo",
                    "kill",
                    "tap id=shutter_button",
                    "tap id=done_button",
                ],
                shows: Shows::Crash("NullPointerException in ReviewFragment.onActivityResult"),
            },
            Bug {
                id: "paid-after-leaving",
                title: "A payment that ends after its dialog was left crashes",
                retells: "no report: background work reports to a dialog that is gone",
                kind: BugKind::Crash,
                seen_by: &[Oracle::Crash],
                trace: &[
                    "tap id=guest",
                    "tap desc=\"Add Rain coat to cart\"",
                    "tap id=cart",
                    "tap id=checkout",
                    "type id=name \"Ada\"",
                    "type id=street \"1 Mill Lane\"",
                    "type id=email \"ada@example.com\"",
                    "type id=card \"4242424242424242\"",
                    "tap id=pay",
                    "back",
                    "wait 3000",
                ],
                shows: Shows::Crash("IllegalStateException in PaymentDialog.onPaid"),
            },
        ],
        traps: &[
            Trap {
                kind: TrapKind::LooksIndependent,
                place: "every line of the cart changes the total and the shipping",
            },
            Trap { kind: TrapKind::SameLayout, place: "the tabs of the catalogue share one list" },
            Trap { kind: TrapKind::LoadsLate, place: "the stock of a product, with a spinner until then" },
            Trap { kind: TrapKind::ChangesByItself, place: "how long the deal of the day lasts" },
            Trap { kind: TrapKind::Reorders, place: "the catalogue by what was seen last" },
            Trap { kind: TrapKind::RandomTip, place: "which product is the deal of the day" },
            Trap { kind: TrapKind::Toast, place: "\"Added to cart\", \"Removed\"" },
            Trap {
                kind: TrapKind::FalseLoop,
                place: "a product and back to the catalogue, where a wish or a piece was added meanwhile",
            },
        ],
        source: include_str!("shop.rs"),
    };

    fn start(&mut self, cx: &mut Cx<'_, Self>) -> Page {
        self.process_began();
        self.deal = cx.random(PRODUCTS.len() as u64) as usize;
        self.signed_in &= self.remember;
        if branch!(cx, self.signed_in) {
            cx.open(self.home());
        }
        self.login()
    }

    fn window(page: &Page) -> Window {
        match page {
            Page::Login { .. } => Window::Activity(".LoginActivity"),
            Page::Home(_) => Window::Activity(".MainActivity"),
            Page::Search(_) => Window::Activity(".SearchActivity"),
            Page::Product { .. } => Window::Activity(".product.ProductActivity"),
            Page::Reviews(_) => Window::Activity(".product.ReviewsActivity"),
            Page::Cart(_) => Window::Activity(".cart.CartActivity"),
            Page::Checkout(_) => Window::Activity(".cart.CheckoutActivity"),
            Page::Done { .. } => Window::Activity(".cart.ConfirmationActivity"),
            Page::Orders | Page::Order(_) => Window::Activity(".account.OrdersActivity"),
            Page::Wishlist => Window::Activity(".account.WishlistActivity"),
            Page::Account => Window::Activity(".account.AccountActivity"),
            Page::Drawer => Window::Drawer,
            Page::SortMenu(_) => Window::Menu,
            Page::Colour(_) | Page::Write(_) | Page::Coupon { .. } => Window::Dialog,
            Page::Paying | Page::EditName(_) | Page::LogOut => Window::Dialog,
        }
    }

    fn view(&self, page: &Page, ui: &mut Ui<'_, Msg>) {
        match page {
            Page::Login { email, password, remember, error } => {
                view_login((email, password), *remember, *error, ui);
            }
            Page::Home(home) => self.view_home(home, ui),
            Page::Drawer => self.view_drawer(ui),
            Page::SortMenu(chosen) => ui.menu(|ui| {
                for (sort, name) in Sort::ALL {
                    ui.entry("title", name).selected(sort == *chosen).tap(Msg::Sort(sort));
                }
            }),
            Page::Search(search) => view_search(search, ui),
            Page::Product { product, variant, stock } => self.view_product(*product, *variant, *stock, ui),
            Page::Colour(chosen) => view_colours(*chosen, ui),
            Page::Reviews(product) => self.view_reviews(*product, ui),
            Page::Write(draft) => view_write(draft, ui),
            Page::Cart(bound) => self.view_cart(bound, ui),
            Page::Coupon { code, error } => self.view_coupon(code, *error, ui),
            Page::Checkout(form) => self.view_checkout(form, ui),
            Page::Paying => ui.dialog("Paying", |ui| ui.busy(), |ui| ui.cancel("Hide", Msg::Close)),
            Page::Done { total } => view_done(*total, ui),
            Page::Orders => self.view_orders(ui),
            Page::Order(at) => self.view_order(*at, ui),
            Page::Wishlist => self.view_wishlist(ui),
            Page::Account => self.view_account(ui),
            Page::EditName(name) => view_edit_name(name, ui),
            Page::LogOut => ui.dialog(
                "Log out?",
                |ui| ui.message("Your cart stays on this phone."),
                |ui| {
                    ui.cancel("Cancel", Msg::Close);
                    ui.ok("Log out", Msg::Confirmed);
                },
            ),
        }
    }

    fn update(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        match (&mut *page, msg) {
            (_, Msg::Close) => self.back(page, cx),
            (_, Msg::Open(product)) => self.open_product(product, cx),
            (Page::Login { .. }, msg) => self.on_login(page, msg, cx),
            (Page::Home(home), msg) => self.on_home(home, msg, cx),
            (Page::Drawer, msg) => self.on_drawer(&msg, cx),
            (Page::SortMenu(_), msg) => cx.close_with(msg),
            (Page::Search(search), msg) => self.on_search(search, msg, cx),
            (Page::Product { .. }, msg) => self.on_product(page, msg, cx),
            (Page::Colour(_), msg) => cx.close_with(msg),
            (Page::Reviews(product), Msg::Write) => self.write(*product, cx),
            (Page::Write(draft), msg) => self.on_write(draft, msg, cx),
            (Page::Cart(bound), msg) => self.on_cart(bound, msg, cx),
            (Page::Coupon { code, error }, msg) => self.on_coupon(code, error, msg, cx),
            (Page::Checkout(form), msg) => self.on_checkout(form, msg, cx),
            (Page::Paying, Msg::Paid) => {
                cover!(cx);
                let total = self.place_order(cx);
                // The dialog, the form and the cart below it make room.
                (0..3).for_each(|_| cx.close());
                cx.open(Page::Done { total });
            }
            (Page::Done { .. }, Msg::OpenOrders) => {
                cx.close();
                cx.open(Page::Orders);
            }
            (Page::Orders, Msg::OpenOrder(at)) => {
                cover!(cx);
                cx.open(Page::Order(at));
            }
            (Page::Order(at), Msg::BuyAgain) => {
                cover!(cx);
                for piece in self.orders[*at].pieces.clone() {
                    self.add(piece.product, piece.variant, piece.quantity);
                }
                cx.toast("Added to cart");
                self.open_cart(cx);
            }
            (Page::Wishlist, Msg::Wish(product)) => {
                cover!(cx);
                self.wishes.retain(|wish| *wish != product);
                if !cx.bug("wish-count-stale") {
                    self.wish_count = self.wishes.len();
                }
                cx.toast("Removed");
            }
            (Page::Account, msg) => self.on_account(&msg, cx),
            (Page::EditName(name), msg) => self.on_name(name, msg, cx),
            (Page::LogOut, Msg::Confirmed) => {
                cx.close_with(Msg::LoggedOut);
            }
            _ => {}
        }
    }

    fn back(&mut self, page: &mut Page, cx: &mut Cx<'_, Self>) {
        match page {
            Page::Home(_) => return cx.close_all(),
            Page::Search(search) => {
                cover!(cx);
                // The list must not stay narrowed for whoever searches next.
                self.filter = if cx.bug("search-again") { search.query.clone() } else { String::new() };
            }
            Page::Coupon { .. } if cx.bug("coupon-dialog-left") => self.coupon = None,
            _ => {}
        }
        match Self::window(page) {
            Window::Activity(_) => cx.close_with(Msg::Returned),
            _ => cx.close(),
        }
    }

    fn recreate(&mut self, page: Page, why: Recreate, cx: &mut Cx<'_, Self>) -> Option<Page> {
        let died = branch!(cx, why == Recreate::ProcessDeath);
        if died {
            self.process_began();
        }
        match page {
            Page::Product { product, variant, .. } if died => {
                cover!(cx);
                // The question about the stock ended with the process.
                Some(Page::Product { product, variant, stock: Some(PRODUCTS[product].stock) })
            }
            Page::Product { product, variant, stock } if cx.bug("colour-rotated") => {
                Some(Page::Product { product, variant: Variant { colour: 0, ..variant }, stock })
            }
            Page::Search(search) if !died => {
                let unsent = !search.submitted && !search.query.is_empty();
                if branch!(cx, unsent && search.turned) && cx.bug("search-turned-back") {
                    cx.crash(
                        Fault::new(
                            "java.lang.IllegalStateException",
                            "Can't access the Fragment View's LifecycleOwner when getView() is null",
                        )
                        .at("androidx.fragment.app.Fragment.getViewLifecycleOwner(Fragment.java:377)")
                        .at("com.example.shop.SearchFragment.onQueryTextChange(SearchFragment.kt:131)")
                        .at("androidx.appcompat.widget.SearchView.onTextChanged(SearchView.java:1188)"),
                    );
                }
                Some(Page::Search(Search { turned: !search.turned, ..search }))
            }
            Page::Paying if died => {
                cover!(cx);
                cx.toast("The payment was interrupted");
                None
            }
            Page::SortMenu(_) | Page::LogOut => None,
            other => Some(other),
        }
    }

    fn process_died(&mut self) {
        self.last_size = MEDIUM;
        self.filter.clear();
        self.photo_for = None;
        self.paying = false;
    }

    fn notified(&mut self, _page: &mut Page, _notification: &str, cx: &mut Cx<'_, Self>) {
        cover!(cx);
        cx.open(Page::Orders);
    }

    fn late(&mut self, msg: Msg, cx: &mut Cx<'_, Self>) {
        if !matches!(msg, Msg::Paid) {
            return;
        }
        cover!(cx);
        if cx.bug("paid-after-leaving") {
            return cx.crash(
                Fault::new(
                    "java.lang.IllegalStateException",
                    "Fragment PaymentDialog not associated with a fragment manager.",
                )
                .at("androidx.fragment.app.Fragment.getParentFragmentManager(Fragment.java:1075)")
                .at("com.example.shop.cart.PaymentDialog.onPaid(PaymentDialog.kt:67)")
                .at("com.example.shop.cart.PaymentClient.onResponse(PaymentClient.kt:29)"),
            );
        }
        self.place_order(cx);
        cx.notify("Your order was placed");
    }
}

/// The data.
impl Shop {
    /// What a new process builds in memory.
    fn process_began(&mut self) {
        self.greeting.clone_from(&self.name);
        self.wish_count = self.wishes.len();
        self.counted = [0; PRODUCTS.len()];
        for review in &self.reviews {
            self.counted[review.product] = review.stars;
        }
    }

    fn login(&self) -> Page {
        let email = if self.remember { EMAIL.to_owned() } else { String::new() };
        Page::Login { email, password: String::new(), remember: self.remember, error: None }
    }

    fn home(&self) -> Page {
        let (tab, sort) = (0, Sort::Featured);
        Page::Home(Home { tab, sort, shown: self.shown(tab, sort) })
    }

    fn shown(&self, tab: usize, sort: Sort) -> Vec<usize> {
        let mut shown: Vec<usize> =
            (0..PRODUCTS.len()).filter(|at| tab == 0 || PRODUCTS[*at].tab == tab).collect();
        match sort {
            Sort::Featured => {}
            Sort::Price => shown.sort_by_key(|at| PRODUCTS[*at].cents),
            Sort::SeenLast => {
                let rank = |at: &usize| self.seen.iter().position(|seen| seen == at);
                shown.sort_by_key(|at| rank(at).unwrap_or(usize::MAX));
            }
        }
        shown
    }

    fn pieces(&self) -> u32 {
        self.cart.iter().map(|piece| piece.quantity).sum()
    }

    fn subtotal(&self) -> u32 {
        self.cart.iter().map(|piece| piece.quantity * PRODUCTS[piece.product].cents).sum()
    }

    fn discount(&self) -> u32 {
        if self.coupon == Some(Coupon::TenPercent) { self.subtotal() / 10 } else { 0 }
    }

    fn shipping(&self) -> u32 {
        let free = self.coupon == Some(Coupon::FreeShipping) || self.subtotal() >= FREE_FROM;
        if free || self.cart.is_empty() { 0 } else { SHIPPING }
    }

    fn total(&self) -> u32 {
        self.subtotal() - self.discount() + self.shipping()
    }

    fn add(&mut self, product: usize, variant: Variant, quantity: u32) {
        let same = |piece: &&mut Piece| piece.product == product && piece.variant == variant;
        match self.cart.iter_mut().find(same) {
            Some(piece) => piece.quantity = (piece.quantity + quantity).min(MOST),
            None => self.cart.push(Piece { product, variant, quantity }),
        }
    }

    fn open_product(&mut self, product: usize, cx: &mut Cx<'_, Self>) {
        cover!(cx);
        self.seen.retain(|seen| *seen != product);
        self.seen.insert(0, product);
        let variant = Variant { size: MEDIUM, colour: 0 };
        cx.open(Page::Product { product, variant, stock: None });
        cx.after(STOCK_MILLIS, Msg::Stock);
    }

    fn open_cart(&self, cx: &mut Cx<'_, Self>) {
        cover!(cx);
        cx.open(Page::Cart((0..self.cart.len()).collect()));
    }

    /// The order is placed, and the cart is empty again; says what was paid.
    fn place_order(&mut self, cx: &mut Cx<'_, Self>) -> u32 {
        let paid = self.total();
        let total = if cx.bug("order-without-coupon") { self.subtotal() + self.shipping() } else { paid };
        let (pieces, street) = (std::mem::take(&mut self.cart), self.street.clone());
        self.coupon = None;
        self.paying = false;
        if branch!(cx, !pieces.is_empty()) {
            self.orders.insert(0, Order { pieces, street, total, placed: cx.now() });
        }
        paid
    }

    fn write(&self, product: usize, cx: &mut Cx<'_, Self>) {
        let mine = self.reviews.iter().find(|review| review.product == product).cloned();
        let draft = match mine {
            Some(Review { product, stars, text, photo }) => {
                cover!(cx);
                Draft { product, stars, text, photo }
            }
            None => Draft { product, stars: 0, text: String::new(), photo: None },
        };
        cx.open(Page::Write(draft));
    }

    fn save_review(&mut self, draft: &Draft, cx: &mut Cx<'_, Self>) {
        let Draft { product, stars, .. } = *draft;
        let (text, photo) = (draft.text.clone(), draft.photo.clone());
        let review = Review { product, stars, text, photo };
        match self.reviews.iter_mut().find(|review| review.product == product) {
            Some(mine) => {
                cover!(cx);
                *mine = review;
                if !cx.bug("average-stale") {
                    self.counted[product] = stars;
                }
            }
            None => {
                cover!(cx);
                self.reviews.push(review);
                self.counted[product] = stars;
            }
        }
    }
}

/// What messages do.
impl Shop {
    fn on_login(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        if matches!(msg, Msg::LoggedOut) {
            cover!(cx);
            self.signed_in = false;
            *page = self.login();
        }
        let Page::Login { email, password, remember, error } = page else { return };
        match msg {
            Msg::Email(typed) => *email = typed,
            Msg::Password(typed) => *password = typed,
            Msg::Remember => {
                cover!(cx);
                *remember = !*remember;
            }
            Msg::SignIn => {
                if branch!(cx, email.trim().is_empty() || password.is_empty()) {
                    *error = Some("Enter your e-mail and password");
                } else if branch!(cx, email.trim() == EMAIL && password == PASSWORD) {
                    self.signed_in = true;
                    self.remember = *remember;
                    *error = None;
                    cx.open(self.home());
                } else {
                    *error = Some("Wrong e-mail or password");
                    password.clear();
                }
            }
            Msg::Guest => {
                cx.open(self.home());
            }
            _ => {}
        }
    }

    fn on_home(&mut self, home: &mut Home, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::OpenDrawer => {
                cover!(cx);
                cx.open(Page::Drawer);
            }
            Msg::OpenMenu => {
                cover!(cx);
                cx.open(Page::SortMenu(home.sort));
            }
            Msg::OpenSearch => {
                cover!(cx);
                cx.open(Page::Search(Search::default()));
            }
            Msg::OpenCart => self.open_cart(cx),
            Msg::Tab(tab) => {
                cover!(cx);
                home.tab = tab;
            }
            Msg::Sort(sort) => {
                cover!(cx);
                home.sort = sort;
            }
            Msg::Add(product) => {
                cover!(cx);
                self.add(product, Variant { size: MEDIUM, colour: 0 }, 1);
                cx.toast("Added to cart");
            }
            Msg::LoggedOut => {
                cx.close_with(Msg::LoggedOut);
            }
            _ => {}
        }
        home.shown = self.shown(home.tab, home.sort);
    }

    fn on_drawer(&mut self, msg: &Msg, cx: &mut Cx<'_, Self>) {
        cx.close();
        match msg {
            Msg::OpenWishlist => {
                cover!(cx);
                cx.open(Page::Wishlist);
            }
            Msg::OpenOrders => {
                cx.open(Page::Orders);
            }
            Msg::OpenAccount => {
                if branch!(cx, self.signed_in) {
                    cx.open(Page::Account);
                } else if cx.bug("guest-account") {
                    cx.crash(
                        Fault::new(
                            "java.lang.NullPointerException",
                            "Attempt to invoke virtual method 'java.lang.String \
                             com.example.shop.account.User.getEmail()' on a null object reference",
                        )
                        .at("com.example.shop.account.AccountActivity.onCreate(AccountActivity.kt:38)")
                        .at("android.app.Activity.performCreate(Activity.java:7994)"),
                    );
                } else {
                    cx.toast("Sign in first");
                }
            }
            Msg::AskLogOut => {
                cover!(cx);
                cx.open(Page::LogOut);
            }
            Msg::LoggedOut => {
                cx.send(Msg::LoggedOut);
            }
            _ => {}
        }
    }

    fn on_search(&mut self, search: &mut Search, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(typed) => {
                let (query, before) = (typed.trim().to_lowercase(), self.filter.trim().to_lowercase());
                let fits = |at: &usize| {
                    let name = PRODUCTS[*at].name.to_lowercase();
                    name.contains(&query) && name.contains(&before)
                };
                let empty = branch!(cx, query.is_empty());
                search.found = if empty { Vec::new() } else { (0..PRODUCTS.len()).filter(fits).collect() };
                search.query = typed;
                search.submitted = false;
            }
            Msg::Submit => {
                cover!(cx);
                search.submitted = true;
            }
            _ => {}
        }
    }

    fn on_product(&mut self, page: &mut Page, msg: Msg, cx: &mut Cx<'_, Self>) {
        let Page::Product { product, variant, stock } = page else { return };
        match msg {
            Msg::Stock => {
                cover!(cx);
                *stock = Some(PRODUCTS[*product].stock);
            }
            Msg::Size(size) => {
                cover!(cx);
                variant.size = size;
                self.last_size = size;
            }
            Msg::ChooseColour => {
                cover!(cx);
                cx.open(Page::Colour(variant.colour));
            }
            Msg::Colour(colour) => {
                cover!(cx);
                variant.colour = colour;
            }
            // The page comes back to the front and reads the selection again.
            Msg::Returned if cx.bug("size-of-another") => variant.size = self.last_size,
            Msg::Wish(wish) => {
                if branch!(cx, self.wishes.contains(&wish)) {
                    self.wishes.retain(|other| *other != wish);
                } else {
                    self.wishes.push(wish);
                }
                self.wish_count = self.wishes.len();
            }
            Msg::OpenReviews => {
                cover!(cx);
                cx.open(Page::Reviews(*product));
            }
            Msg::Add(product) => {
                cover!(cx);
                self.add(product, *variant, 1);
                cx.toast("Added to cart");
            }
            Msg::OpenCart => self.open_cart(cx),
            _ => {}
        }
    }

    fn on_write(&mut self, draft: &mut Draft, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Stars(stars) => {
                cover!(cx);
                draft.stars = stars;
            }
            Msg::Typed(text) => draft.text = text,
            Msg::TakePhoto => {
                cover!(cx);
                self.photo_for = Some(draft.product);
                cx.visit(Neighbour::Camera, Msg::Photo);
            }
            Msg::Photo(Some(photo)) => {
                let forgotten = branch!(cx, self.photo_for.take().is_none());
                if forgotten && cx.bug("photo-after-kill") {
                    return cx.crash(
                        Fault::new(
                            "java.lang.NullPointerException",
                            "Attempt to invoke virtual method 'int java.lang.Integer.intValue()' on a null \
                             object reference",
                        )
                        .at("com.example.shop.product.ReviewFragment.onActivityResult(ReviewFragment.kt:112)")
                        .at("android.app.Activity.dispatchActivityResult(Activity.java:8310)"),
                    );
                }
                draft.photo = Some(photo);
            }
            Msg::Confirmed => {
                if branch!(cx, draft.stars > 0) {
                    self.save_review(draft, cx);
                    cx.close();
                } else {
                    cx.toast("How many stars?");
                }
            }
            _ => {}
        }
    }

    fn on_cart(&mut self, bound: &mut Vec<usize>, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::More(at) => {
                cover!(cx);
                if let Some(piece) = self.cart.get_mut(at) {
                    piece.quantity = (piece.quantity + 1).min(MOST);
                }
            }
            Msg::Fewer(at) => {
                cover!(cx);
                if let Some(piece) = self.cart.get_mut(at) {
                    piece.quantity = (piece.quantity - 1).max(1);
                }
            }
            Msg::Remove(row) => {
                cover!(cx);
                if row < self.cart.len().min(bound.len()) {
                    self.cart.remove(row);
                    bound.remove(row);
                }
                // The rows below have moved up.
                if !cx.bug("cart-rows-stale") {
                    *bound = (0..self.cart.len()).collect();
                }
                cx.toast("Removed");
            }
            Msg::Returned => {
                cover!(cx);
                *bound = (0..self.cart.len()).collect();
            }
            Msg::OpenCoupon => {
                cover!(cx);
                let code = self.coupon.map_or("", Coupon::code).to_owned();
                cx.open(Page::Coupon { code, error: None });
            }
            Msg::CheckOut => {
                let email = if branch!(cx, self.signed_in) { EMAIL.to_owned() } else { String::new() };
                cx.open(Page::Checkout(Form { email, ..Form::default() }));
            }
            _ => {}
        }
    }

    fn on_coupon(
        &mut self,
        code: &mut String,
        error: &mut Option<&'static str>,
        msg: Msg,
        cx: &mut Cx<'_, Self>,
    ) {
        match msg {
            Msg::Typed(typed) => {
                *code = typed;
                *error = None;
            }
            Msg::Confirmed => {
                let given = code.trim().to_uppercase();
                match Coupon::ALL.iter().find(|(_, known)| *known == given) {
                    Some((coupon, _)) => {
                        cover!(cx);
                        self.coupon = Some(*coupon);
                        cx.close();
                    }
                    None => {
                        cover!(cx);
                        *error = Some("No such coupon");
                    }
                }
            }
            Msg::NoCoupon => {
                cover!(cx);
                self.coupon = None;
                cx.close();
            }
            _ => {}
        }
    }

    fn on_checkout(&mut self, form: &mut Form, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Name(typed) => form.name = typed,
            Msg::Street(typed) => form.street = typed,
            Msg::Email(typed) => form.email = typed,
            Msg::Card(typed) => form.card = typed,
            Msg::Pay => {
                form.errors = check(form);
                if branch!(cx, self.cart.is_empty()) {
                    cx.toast("Your cart is empty");
                } else if branch!(cx, self.paying) {
                    cx.toast("Your payment is under way");
                } else if branch!(cx, form.errors.iter().all(Option::is_none)) {
                    self.paying = true;
                    form.street.trim().clone_into(&mut self.street);
                    cx.open(Page::Paying);
                    cx.after(PAY_MILLIS, Msg::Paid);
                }
            }
            _ => {}
        }
    }

    fn on_account(&mut self, msg: &Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::EditName => {
                cover!(cx);
                cx.open(Page::EditName(self.name.clone()));
            }
            Msg::OpenOrders => {
                cx.open(Page::Orders);
            }
            Msg::AskLogOut => {
                cover!(cx);
                cx.open(Page::LogOut);
            }
            Msg::LoggedOut => {
                cx.close_with(Msg::LoggedOut);
            }
            _ => {}
        }
    }

    fn on_name(&mut self, name: &mut String, msg: Msg, cx: &mut Cx<'_, Self>) {
        match msg {
            Msg::Typed(typed) => *name = typed,
            Msg::Confirmed => {
                if branch!(cx, !name.trim().is_empty()) {
                    name.trim().clone_into(&mut self.name);
                    if !cx.bug("greeting-stale") {
                        self.greeting.clone_from(&self.name);
                    }
                }
                cx.close();
            }
            _ => {}
        }
    }
}

/// What pages look like.
impl Shop {
    fn view_home(&self, home: &Home, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        ui.column("root", |ui| {
            ui.toolbar("Shop", Nav::Drawer(Msg::OpenDrawer), |ui| {
                ui.icon("search", "Search").tap(Msg::OpenSearch);
                self.view_cart_button(ui);
                ui.overflow(Msg::OpenMenu);
            });
            ui.card("deal", |ui| {
                let left = 86_400 - ui.now() / 1000 % 86_400;
                let (hours, minutes, seconds) = (left / 3600, left / 60 % 60, left % 60);
                ui.text("deal_title", format_args!("{}: 10 % off with SAVE10", PRODUCTS[self.deal].name));
                ui.text("deal_ends", format_args!("Ends in {hours:02}:{minutes:02}:{seconds:02}")).height(24);
            })
            .height(84)
            .tap(Msg::Open(self.deal));
            ui.tabs("tabs", &TABS, home.tab, Msg::Tab);
            ui.list("products", home.shown.len(), 108, |ui, row| view_row(home.shown[row], true, ui));
        });
    }

    fn view_cart_button(&self, ui: &mut Ui<'_, Msg>) {
        ui.icon("cart", "Cart").tap(Msg::OpenCart);
        let pieces = self.pieces();
        if branch!(ui, pieces > 0) {
            ui.text("cart_badge", pieces).width(36);
        }
    }

    fn view_drawer(&self, ui: &mut Ui<'_, Msg>) {
        let hello = if branch!(ui, self.signed_in) { self.greeting.as_str() } else { "guest" };
        ui.drawer(format_args!("Hello, {hello}"), |ui| {
            ui.scroll("drawer_scroll", |ui| {
                ui.drawer_entry("Catalogue", true).tap(Msg::Close);
                let wishes = format_args!("Wishlist ({})", self.wish_count);
                ui.drawer_entry(wishes, false).tap(Msg::OpenWishlist);
                ui.drawer_entry("Orders", false).tap(Msg::OpenOrders);
                ui.drawer_entry("Account", false).tap(Msg::OpenAccount);
                if self.signed_in {
                    ui.drawer_entry("Log out", false).tap(Msg::AskLogOut);
                } else {
                    ui.drawer_entry("Sign in", false).tap(Msg::LoggedOut);
                }
            });
        });
    }

    fn view_product(&self, at: usize, variant: Variant, stock: Option<u32>, ui: &mut Ui<'_, Msg>) {
        let product = &PRODUCTS[at];
        ui.column("root", |ui| {
            ui.toolbar(product.name, Nav::Up(Msg::Close), |ui| {
                let wished = branch!(ui, self.wishes.contains(&at));
                let label = if wished { "Remove from wishlist" } else { "Add to wishlist" };
                ui.icon("wish", label).selected(wished).tap(Msg::Wish(at));
                self.view_cart_button(ui);
            });
            ui.scroll("product", |ui| {
                ui.image("picture", format_args!("Picture of {}", product.name)).height(120);
                ui.text("price", Money(product.cents));
                match stock {
                    None => {
                        cover!(ui);
                        ui.text("stock", "Checking stock");
                        ui.busy();
                    }
                    Some(0) => drop(ui.text("stock", "Sold out")),
                    Some(stock) => drop(ui.text("stock", format_args!("{stock} in stock"))),
                }
                if branch!(ui, product.sized) {
                    ui.row("sizes", |ui| {
                        for (number, size) in SIZES.iter().enumerate() {
                            ui.radio("size", size, number == variant.size).tap(Msg::Size(number));
                        }
                    })
                    .height(72);
                }
                let colour = COLOURS[variant.colour];
                ui.button("colour", format_args!("Colour: {colour}")).tap(Msg::ChooseColour);
                self.view_stars(at, ui);
                ui.text("similar_title", "You may also like");
                let similar = (1..PRODUCTS.len()).map(|step| (at + step) % PRODUCTS.len());
                for other in similar.filter(|other| PRODUCTS[*other].tab == product.tab).take(2) {
                    ui.button("similar", PRODUCTS[other].name).tap(Msg::Open(other));
                }
            });
            let left = branch!(ui, stock != Some(0));
            ui.button("add_to_cart", "Add to cart").height(84).enabled(left).tap(Msg::Add(at));
        });
    }

    fn view_stars(&self, at: usize, ui: &mut Ui<'_, Msg>) {
        let mine = self.counted[at];
        let sum = mine + PRODUCTS[at].stars.iter().sum::<u32>();
        let count = PRODUCTS[at].stars.len() as u32 + u32::from(mine > 0);
        let node = if branch!(ui, count > 0) {
            let tenths = sum * 10 / count;
            let label = if count == 1 { "review" } else { "reviews" };
            ui.button("reviews", format_args!("{}.{} from {count} {label}", tenths / 10, tenths % 10))
        } else {
            ui.button("reviews", "No reviews yet")
        };
        node.tap(Msg::OpenReviews);
    }

    fn view_reviews(&self, at: usize, ui: &mut Ui<'_, Msg>) {
        let mine = self.reviews.iter().find(|review| review.product == at);
        ui.column("root", |ui| {
            ui.toolbar(format_args!("Reviews of {}", PRODUCTS[at].name), Nav::Up(Msg::Close), |_| {});
            ui.scroll("reviews_list", |ui| {
                if let Some(review) = mine {
                    cover!(ui);
                    view_review("You", review.stars, &review.text, review.photo.as_deref(), ui);
                }
                for stars in PRODUCTS[at].stars {
                    view_review("A customer", *stars, WORDS[*stars as usize - 1], None, ui);
                }
            });
            let label = if branch!(ui, mine.is_some()) { "Edit your review" } else { "Write a review" };
            ui.button("write_review", label).height(84).tap(Msg::Write);
        });
    }

    fn view_cart(&self, bound: &[usize], ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar(format_args!("Cart ({})", self.pieces()), Nav::Up(Msg::Close), |_| {});
            if branch!(ui, self.cart.is_empty()) {
                ui.text("empty", "Your cart is empty").height(96);
                return;
            }
            ui.list("lines", self.cart.len(), 108, |ui, row| {
                let line = bound.get(row).copied().unwrap_or(row);
                self.view_piece(&self.cart[row], (row, line), ui);
            });
            ui.column("summary", |ui| {
                view_sum("subtotal", "Subtotal", self.subtotal(), ui);
                if branch!(ui, self.discount() > 0) {
                    view_sum("discount", "Discount", self.discount(), ui);
                }
                view_sum("shipping", "Shipping", self.shipping(), ui);
                view_sum("total", "Total", self.total(), ui);
                ui.row("", |ui| {
                    let coupon = self.coupon.map_or("Add coupon", Coupon::code);
                    ui.button("coupon", coupon).tap(Msg::OpenCoupon).fill();
                    ui.button("checkout", "Check out").tap(Msg::CheckOut).fill();
                })
                .height(72);
            });
        });
    }

    fn view_piece(&self, piece: &Piece, (row, line): (usize, usize), ui: &mut Ui<'_, Msg>) {
        let product = &PRODUCTS[piece.product];
        ui.row("line", |ui| {
            ui.column("", |ui| {
                ui.text("line_name", product.name);
                ui.text("line_variant", Described(piece));
                ui.text("line_price", Money(piece.quantity * product.cents));
            })
            .fill();
            let (least, most) = (piece.quantity == 1, piece.quantity == MOST);
            ui.icon("minus", format_args!("Fewer {}", product.name)).enabled(!least).tap(Msg::Fewer(line));
            ui.text("quantity", piece.quantity).width(36);
            ui.icon("plus", format_args!("More {}", product.name)).enabled(!most).tap(Msg::More(line));
            ui.icon("remove", format_args!("Remove {}", product.name)).tap(Msg::Remove(row));
        })
        .tap(Msg::Open(piece.product));
    }

    fn view_coupon(&self, code: &str, error: Option<&str>, ui: &mut Ui<'_, Msg>) {
        ui.dialog(
            "Coupon",
            |ui| {
                ui.field("android:id/edit", code, "Code").typed(Msg::Typed).entered(Msg::Confirmed);
                view_error(error, ui);
            },
            |ui| {
                if branch!(ui, self.coupon.is_some()) {
                    ui.button("android:id/button3", "Remove").tap(Msg::NoCoupon);
                }
                ui.cancel("Cancel", Msg::Close);
                ui.ok("Apply", Msg::Confirmed);
            },
        );
    }

    fn view_checkout(&self, form: &Form, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        ui.column("root", |ui| {
            ui.toolbar("Check out", Nav::Up(Msg::Close), |_| {});
            ui.scroll("form", |ui| {
                ui.field("name", &form.name, "Name").typed(Msg::Name);
                view_error(form.errors[0], ui);
                ui.field("street", &form.street, "Street").typed(Msg::Street);
                view_error(form.errors[1], ui);
                ui.field("email", &form.email, "E-mail").typed(Msg::Email);
                view_error(form.errors[2], ui);
                ui.field("card", &form.card, "Card number").typed(Msg::Card).entered(Msg::Pay);
                view_error(form.errors[3], ui);
                view_sum("total", "Total", self.total(), ui);
            });
            ui.button("pay", format_args!("Pay {}", Money(self.total()))).height(84).tap(Msg::Pay);
        });
    }

    fn view_orders(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar("Orders", Nav::Up(Msg::Close), |_| {});
            if branch!(ui, self.orders.is_empty()) {
                ui.text("empty", "Nothing ordered yet").height(96);
                return;
            }
            ui.list("orders", self.orders.len(), 96, |ui, at| {
                let order = &self.orders[at];
                ui.row("order", |ui| {
                    ui.column("", |ui| {
                        ui.text("order_name", format_args!("Order {}", self.orders.len() - at));
                        let minutes = ui.now().saturating_sub(order.placed) / 60_000;
                        ui.text("order_time", format_args!("{minutes} min ago"));
                    })
                    .fill();
                    ui.text("order_total", Money(order.total));
                })
                .tap(Msg::OpenOrder(at));
            });
        });
    }

    fn view_order(&self, at: usize, ui: &mut Ui<'_, Msg>) {
        let order = &self.orders[at];
        ui.column("root", |ui| {
            ui.toolbar(format_args!("Order {}", self.orders.len() - at), Nav::Up(Msg::Close), |_| {});
            ui.scroll("order", |ui| {
                ui.text("street", format_args!("To {}", order.street));
                for piece in &order.pieces {
                    let (count, name) = (piece.quantity, PRODUCTS[piece.product].name);
                    ui.text("piece", format_args!("{count} × {name}, {}", Described(piece)));
                }
                view_sum("total", "Total", order.total, ui);
            });
            ui.button("buy_again", "Buy again").height(84).tap(Msg::BuyAgain);
        });
    }

    fn view_wishlist(&self, ui: &mut Ui<'_, Msg>) {
        ui.column("root", |ui| {
            ui.toolbar("Wishlist", Nav::Up(Msg::Close), |_| {});
            if branch!(ui, self.wishes.is_empty()) {
                ui.text("empty", "No wishes left").height(96);
                return;
            }
            ui.list("wishes", self.wishes.len(), 108, |ui, row| view_row(self.wishes[row], false, ui));
        });
    }

    fn view_account(&self, ui: &mut Ui<'_, Msg>) {
        cover!(ui);
        ui.column("root", |ui| {
            ui.toolbar("Account", Nav::Up(Msg::Close), |_| {});
            ui.scroll("account", |ui| {
                ui.text("account_name", &self.name);
                ui.text("account_email", EMAIL);
                ui.text("account_reviews", format_args!("Reviews: {}", self.reviews.len()));
                ui.button("edit_name", "Change name").tap(Msg::EditName);
                let orders = format_args!("Orders: {}", self.orders.len());
                ui.button("account_orders", orders).tap(Msg::OpenOrders);
                ui.button("log_out", "Log out").tap(Msg::AskLogOut);
            });
        });
    }
}

fn view_login((email, password): (&str, &str), remember: bool, error: Option<&str>, ui: &mut Ui<'_, Msg>) {
    cover!(ui);
    ui.column("root", |ui| {
        ui.toolbar("Welcome", Nav::None, |_| {});
        ui.scroll("login", |ui| {
            ui.text("hint", format_args!("Try {EMAIL}, {PASSWORD}"));
            ui.field("email", email, "E-mail").typed(Msg::Email);
            ui.field("password", password, "Password").password().typed(Msg::Password).entered(Msg::SignIn);
            view_error(error, ui);
            ui.checkbox("remember", "Remember me", remember).tap(Msg::Remember);
            ui.button("sign_in", "Sign in").tap(Msg::SignIn);
            ui.button("guest", "Continue as guest").tap(Msg::Guest);
        });
    });
}

/// A product in a list: with a button that adds it to the cart, or one that takes it off the wishlist.
fn view_row(at: usize, catalogue: bool, ui: &mut Ui<'_, Msg>) {
    let product = &PRODUCTS[at];
    ui.row("product_row", |ui| {
        ui.image("product_picture", "");
        ui.column("", |ui| {
            ui.text("product_name", product.name);
            ui.text("product_price", Money(product.cents));
        })
        .fill();
        if branch!(ui, catalogue && product.stock > 0) {
            let desc = format_args!("Add {} to cart", product.name);
            ui.icon("quick_add", desc).tap(Msg::Add(at));
        } else if branch!(ui, !catalogue) {
            ui.icon("remove", format_args!("Remove {}", product.name)).tap(Msg::Wish(at));
        }
    })
    .tap(Msg::Open(at));
}

fn view_search(search: &Search, ui: &mut Ui<'_, Msg>) {
    ui.column("root", |ui| {
        ui.toolbar("Search", Nav::Up(Msg::Close), |_| {});
        let field = ui.field("search_src_text", &search.query, "Search the shop");
        field.typed(Msg::Typed).entered(Msg::Submit);
        if branch!(ui, search.found.is_empty()) {
            let hint =
                if search.query.trim().is_empty() { "What are you looking for?" } else { "Nothing found" };
            ui.text("empty", hint).height(96);
            return;
        }
        ui.list("results", search.found.len(), 96, |ui, row| {
            let product = &PRODUCTS[search.found[row]];
            ui.column("result", |ui| {
                ui.text("product_name", product.name);
                ui.text("product_price", Money(product.cents));
            })
            .tap(Msg::Open(search.found[row]));
        });
    });
}

fn view_colours(chosen: usize, ui: &mut Ui<'_, Msg>) {
    cover!(ui);
    ui.dialog(
        "Colour",
        |ui| {
            for (number, colour) in COLOURS.iter().enumerate() {
                ui.radio("android:id/text1", colour, number == chosen).tap(Msg::Colour(number));
            }
        },
        |ui| ui.cancel("Cancel", Msg::Close),
    );
}

fn view_review(who: &str, stars: u32, text: &str, photo: Option<&str>, ui: &mut Ui<'_, Msg>) {
    ui.card("review", |ui| {
        ui.text("review_head", format_args!("{who}: {stars} of 5"));
        ui.text("review_text", text);
        if let Some(photo) = photo {
            ui.image("review_photo", photo);
        }
    });
}

fn view_write(draft: &Draft, ui: &mut Ui<'_, Msg>) {
    cover!(ui);
    ui.dialog(
        PRODUCTS[draft.product].name,
        |ui| {
            ui.row("stars", |ui| {
                for stars in 1..=5 {
                    let label = if stars == 1 { "star" } else { "stars" };
                    let icon = ui.icon("star", format_args!("{stars} {label}"));
                    icon.selected(stars <= draft.stars).tap(Msg::Stars(stars));
                }
            })
            .height(72);
            ui.field("review", &draft.text, "What do you think?").typed(Msg::Typed);
            let label = if branch!(ui, draft.photo.is_some()) { "Another picture" } else { "Add a picture" };
            ui.button("photo", label).tap(Msg::TakePhoto);
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("Save", Msg::Confirmed);
        },
    );
}

fn view_edit_name(name: &str, ui: &mut Ui<'_, Msg>) {
    cover!(ui);
    ui.dialog(
        "Your name",
        |ui| {
            ui.field("android:id/edit", name, "Name").typed(Msg::Typed).entered(Msg::Confirmed);
        },
        |ui| {
            ui.cancel("Cancel", Msg::Close);
            ui.ok("OK", Msg::Confirmed);
        },
    );
}

fn view_error(error: Option<&str>, ui: &mut Ui<'_, Msg>) {
    if let Some(error) = error {
        cover!(ui);
        ui.text("textinput_error", error);
    }
}

fn view_sum(id: &'static str, label: &str, cents: u32, ui: &mut Ui<'_, Msg>) {
    ui.row("", |ui| {
        ui.text("", label).fill();
        ui.text(id, Money(cents));
    })
    .height(36);
}

fn view_done(total: u32, ui: &mut Ui<'_, Msg>) {
    cover!(ui);
    ui.column("root", |ui| {
        ui.toolbar("Thank you", Nav::Up(Msg::Close), |_| {});
        ui.scroll("confirmation", |ui| {
            ui.text("confirmation_title", "Your order is on its way");
            view_sum("paid", "Paid", total, ui);
            ui.button("my_orders", "My orders").tap(Msg::OpenOrders);
            ui.button("go_on", "Go on shopping").tap(Msg::Close);
        });
    });
}

/// What is wrong with each field of the form, if anything.
fn check(form: &Form) -> [Option<&'static str>; 4] {
    let wrong = |wrong: bool, why: &'static str| wrong.then_some(why);
    let domain = form.email.trim().split_once('@').filter(|(user, _)| !user.is_empty());
    let digits = form.card.chars().filter(|c| !c.is_whitespace());
    let card = digits.clone().count() == 16 && digits.clone().all(|c| c.is_ascii_digit());
    [
        wrong(form.name.trim().is_empty(), "Who is it for?"),
        wrong(form.street.trim().is_empty(), "Where to?"),
        wrong(!domain.is_some_and(|(_, domain)| domain.contains('.')), "No e-mail address"),
        wrong(!card, "A card number has 16 digits"),
    ]
}

/// Cents as a price.
struct Money(u32);

impl std::fmt::Display for Money {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

/// Size and colour of a line of the cart.
struct Described<'a>(&'a Piece);

impl std::fmt::Display for Described<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Variant { size, colour } = self.0.variant;
        if PRODUCTS[self.0.product].sized {
            write!(f, "{}, {}", SIZES[size], COLOURS[colour])
        } else {
            f.write_str(COLOURS[colour])
        }
    }
}
