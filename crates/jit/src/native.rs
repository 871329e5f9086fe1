//! Compiling: one function for each number of piles, and the memory that holds them.

use cranelift_codegen::Context;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AbiParam, InstBuilder, MemFlagsData, UserFuncName, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};
use sprague_rules::options::may_make;
use sprague_rules::{Player, Ruleset, Shape};

use crate::condition::{Conditions, Tables};
use crate::moves::Taking;
use crate::number::{Arithmetic, Num, Order};
use crate::writer::{Goal, Region, Writer};
use crate::{Query, Unsupported, Width};

/// Reads the piles, the ranks and the bits; 0 stuck, 1 no, 2 yes.
pub(crate) type SearchFn = unsafe extern "C" fn(*const u32, *const u64, *const u64) -> u32;
/// Reads the piles, the ranks and the nim-values, and writes the stamp, given with their number,
/// into the stamps.
pub(crate) type MexFn =
    unsafe extern "C" fn(*const u32, *const u64, *const u8, *mut u32, u32, u64) -> u32;

/// The code for one ruleset, player, region and query.
///
/// It is used through [`Native::bind_search`] and [`Native::bind_mex`], which check once that the
/// tables are large enough.
pub struct Native {
    /// The code for each number of piles; for a row, only for all its places.
    pub(crate) functions: Vec<Option<Code>>,
    pub(crate) region: Region,
    pub(crate) query: Query,
    /// The owner of the code's memory; taken out when it is freed.
    module: Option<JITModule>,
    /// Constant tables that the code refers to by address.
    _tables: Tables,
}

/// The address of a finished function.
#[derive(Clone, Copy)]
pub(crate) struct Code(pub(crate) *const u8);

// SAFETY: the code and its constant tables are never written after compilation, so any thread may
// run them. The module is not touched again until `drop`, which has exclusive access, and it holds
// nothing that is bound to a thread: its parts are `Send`, except for a table of symbol addresses.
unsafe impl Send for Native {}
// SAFETY: as above; nothing can be reached through `&Native` but the immutable code.
unsafe impl Sync for Native {}
// SAFETY: an address of immutable code.
unsafe impl Send for Code {}
// SAFETY: an address of immutable code.
unsafe impl Sync for Code {}

impl Drop for Native {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the addresses in `functions` are only called through references to this
            // `Native`, of which there are none left.
            unsafe { module.free_memory() };
        }
    }
}

impl Native {
    /// Compiles the options of `player` in positions with at most `places` piles of at most `max`
    /// tokens each; for a row, `places` is its length.
    ///
    /// Moves that leave a pile in several parts or replace piles are not compiled, nor are moves
    /// with so many choices of piles that the code would become too long.
    pub fn compile(
        ruleset: &Ruleset,
        player: Player,
        places: usize,
        max: u32,
        query: Query,
    ) -> Result<Native, Unsupported> {
        let row = match ruleset.shape {
            Shape::Piles { .. } => false,
            Shape::Row { places: length } if length == places => true,
            Shape::Row { places: length } => {
                let message = format!("the row has {length} places, and the region {places}");
                return Err(Unsupported(message));
            }
        };
        let region = Region { places, max, row };
        let entries = (u64::from(max) + 1).checked_mul(places as u64);
        if places == 0 || entries.is_none_or(|entries| entries >= 1 << 27) {
            return Err(Unsupported("the region has no places, or too many and too large".into()));
        }
        let moves = ruleset.moves.iter().filter(|m| may_make(m.mover, player));
        let takings = moves.map(Taking::of).collect::<Result<Vec<_>, _>>()?;
        let mut compiler = Compiler::new()?;
        let mut ids: Vec<Option<FuncId>> = vec![None; places + 1];
        let least = if row { places } else { 0 };
        for (piles, id) in ids.iter_mut().enumerate().skip(least) {
            *id = Some(compiler.function(&takings, region, piles, query)?);
        }
        let Compiler { mut module, tables, .. } = compiler;
        module.finalize_definitions().map_err(refused)?;
        let finished = |id: FuncId| Code(module.get_finalized_function(id));
        let functions = ids.into_iter().map(|id| id.map(finished)).collect();
        Ok(Native { functions, region, query, module: Some(module), _tables: tables })
    }

    /// The code for a position with so many piles.
    pub(crate) fn code(&self, piles: usize) -> Code {
        match self.functions.get(piles) {
            Some(Some(code)) => *code,
            _ => panic!("this is compiled for {} places, not for {piles}", self.region.places),
        }
    }
}

fn refused(error: impl std::fmt::Display) -> Unsupported {
    Unsupported(format!("no machine code here: {error}"))
}

/// Compiles functions one after the other.
struct Compiler {
    module: JITModule,
    context: Context,
    frontend: FunctionBuilderContext,
    tables: Tables,
    sites: usize,
}

impl Compiler {
    fn new() -> Result<Compiler, Unsupported> {
        let mut flags = settings::builder();
        let verify = if cfg!(debug_assertions) { "true" } else { "false" };
        let wanted = [
            ("opt_level", "speed"),
            ("is_pic", "false"),
            ("use_colocated_libcalls", "false"),
            ("unwind_info", "false"),
            ("enable_verifier", verify),
        ];
        for (flag, value) in wanted {
            flags.set(flag, value).map_err(refused)?;
        }
        let isa = cranelift_native::builder().map_err(refused)?;
        let isa = isa.finish(settings::Flags::new(flags)).map_err(refused)?;
        let module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let context = module.make_context();
        let frontend = FunctionBuilderContext::new();
        Ok(Compiler { module, context, frontend, tables: Tables::new(), sites: 0 })
    }

    /// Writes the function for positions with so many piles.
    fn function(
        &mut self,
        takings: &[Taking],
        region: Region,
        piles: usize,
        query: Query,
    ) -> Result<FuncId, Unsupported> {
        let mut signature = self.module.make_signature();
        let parameters: &[_] = match query {
            Query::Search => &[types::I64; 3],
            Query::Mex(_) => {
                &[types::I64, types::I64, types::I64, types::I64, types::I32, types::I64]
            }
        };
        signature.params.extend(parameters.iter().map(|&t| AbiParam::new(t)));
        signature.returns.push(AbiParam::new(types::I32));
        let id = self.module.declare_anonymous_function(&signature).map_err(refused)?;
        self.context.func.signature = signature;
        self.context.func.name = UserFuncName::user(0, id.as_u32());
        let config = self.module.target_config();

        let builder = FunctionBuilder::new(&mut self.context.func, &mut self.frontend);
        let order = Order { sorted: !region.row, rest: None };
        let conditions =
            Conditions { code: Arithmetic { builder, order }, tables: &mut self.tables };
        let mut writer = begin(conditions, region, piles, query);
        writer.sites = self.sites;
        for taking in takings {
            let next = writer.block();
            writer.write_move(taking, next)?;
            writer.go_to(next);
        }
        self.sites = writer.sites;
        end(&mut writer);
        let mut builder = writer.conditions.code.builder;
        builder.seal_all_blocks();
        builder.finalize(config);
        self.module.define_function(id, &mut self.context).map_err(refused)?;
        self.module.clear_context(&mut self.context);
        Ok(id)
    }
}

/// The entry of a function: reads the piles.
fn begin<'f, 't>(
    mut conditions: Conditions<'f, 't>,
    region: Region,
    piles: usize,
    query: Query,
) -> Writer<'f, 't> {
    let builder = &mut conditions.code.builder;
    let entry = builder.create_block();
    builder.append_block_params_for_function_params(entry);
    builder.switch_to_block(entry);
    let arguments = builder.block_params(entry).to_vec();
    let sizes = (0..piles)
        .map(|i| {
            let flags = MemFlagsData::trusted().with_readonly();
            let size = builder.ins().uload32(flags, arguments[0], 4 * i as i32);
            Num::pile(i, size, region.row)
        })
        .collect();
    let goal = match query {
        Query::Search => {
            let any = builder.declare_var(types::I32);
            let zero = builder.ins().iconst(types::I32, 0);
            builder.def_var(any, zero);
            let found = builder.create_block();
            Goal::Search { found, any }
        }
        Query::Mex(width) => {
            Goal::Mex { width, stamps: arguments[3], stamp: arguments[4], length: arguments[5] }
        }
    };
    let (ranks, table) = (arguments[1], arguments[2]);
    Writer { conditions, region, piles: sizes, ranks, table, goal, sites: 0 }
}

/// The end of a function: all options were visited.
fn end(writer: &mut Writer) {
    match writer.goal {
        Goal::Search { found, any } => {
            let builder = &mut writer.conditions.code.builder;
            let any = builder.use_var(any);
            builder.ins().return_(&[any]);
            builder.switch_to_block(found);
            let two = builder.ins().iconst(types::I32, 2);
            builder.ins().return_(&[two]);
        }
        Goal::Mex { width, stamps, stamp, length } => {
            let builder = &mut writer.conditions.code.builder;
            let (count, look, done) =
                (builder.create_block(), builder.create_block(), builder.create_block());
            let value = builder.append_block_param(count, types::I64);
            let zero = builder.ins().iconst(types::I64, 0);
            builder.ins().jump(count, &[zero.into()]);
            builder.switch_to_block(count);
            if width == Width::U32 {
                let inside = builder.ins().icmp(IntCC::UnsignedLessThan, value, length);
                builder.ins().brif(inside, look, &[], done, &[]);
            } else {
                // No value reaches the last stamp, so the count stops there.
                builder.ins().jump(look, &[]);
            }
            builder.switch_to_block(look);
            let place = writer.element(stamps, value, 2);
            let builder = &mut writer.conditions.code.builder;
            let mark = builder.ins().load(types::I32, MemFlagsData::trusted(), place, 0);
            let taken = builder.ins().icmp(IntCC::Equal, mark, stamp);
            let one = builder.ins().iconst(types::I64, 1);
            let following = builder.ins().iadd(value, one);
            builder.ins().brif(taken, count, &[following.into()], done, &[]);
            builder.switch_to_block(done);
            let mex = builder.ins().ireduce(types::I32, value);
            builder.ins().return_(&[mex]);
        }
    }
}
